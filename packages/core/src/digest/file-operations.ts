import type { Item } from "../message/item.ts";
import { isRecord, type Json } from "../message/json.ts";
import { commandFiles } from "./command-files.ts";
import { commandArgument, pathArgument, type ToolArguments, type ToolKind } from "./tool-kinds.ts";

/** The files that an item reads and modifies. */
export type FileOperations = {
  readonly read?: readonly string[];
  readonly modified?: readonly string[];
};

/** Returns the files that an item reads and modifies; `undefined` if they are unknown. */
export type FileOperationsOf = (item: Item) => FileOperations | undefined;

const PATCH_FILE =
  /^[^\S\r\n\u2028\u2029]*(?:\*\*\* (?:Add|Update|Delete) File: |\*\*\* Move to: |\+\+\+ )(.+)$/gmu;
const MAX_PATH_CHARACTERS = 400;

/** Returns the files that a call reads or modifies according to its arguments. */
export function fileOperationsOf(values: ToolArguments, kind: ToolKind): FileOperations {
  switch (kind) {
    case "read":
      return { read: paths(values) };
    case "write":
    case "edit":
      return { modified: paths(values) };
    case "patch": {
      const named = patchedFiles(values);
      return { modified: named.length > 0 ? named : paths(values) };
    }
    case "command": {
      const { read, written } = commandFiles(commandArgument(values) ?? "");
      return { read: plainPaths(read), modified: plainPaths(written) };
    }
    default:
      return {};
  }
}

/**
 * Normalizes a path: removes a leading `./` and a trailing line selector (`:50-200`). Returns `null` for web addresses,
 * texts with line breaks, and texts of more than 400 characters.
 */
function plainPath(path: string): string | null {
  const plain = path
    .trim()
    .replace(/^(?:\.\/)+(?=.)/u, "")
    .replace(/(?<=.):\d+(?:-\d+)?$/u, "");
  const isPath =
    plain !== "" &&
    plain.length <= MAX_PATH_CHARACTERS &&
    !/^[a-z][a-z0-9+.-]+:\/\//iu.test(plain) &&
    !/[\r\n\0]/u.test(plain);
  return isPath ? plain.toWellFormed() : null;
}

function paths(values: ToolArguments): readonly string[] {
  const own = pathArgument(values);
  const many = [values["paths"], values["files"], values["edits"], values["file_paths"]];
  return plainPaths([...(own === undefined ? [] : [own]), ...many.flatMap(namedPaths)]);
}

function namedPaths(value: Json | undefined): readonly string[] {
  if (!Array.isArray(value)) return [];
  return (value as readonly Json[]).flatMap((each) => {
    if (typeof each === "string") return [each];
    const path = isRecord(each) ? pathArgument(each) : undefined;
    return path === undefined ? [] : [path];
  });
}

function patchedFiles(values: ToolArguments): readonly string[] {
  const texts = Object.values(values)
    .flatMap((value) => value)
    .filter((value) => typeof value === "string");
  const named = texts.flatMap((text) =>
    [...text.matchAll(PATCH_FILE)].map((match) => match[1] ?? ""),
  );
  return plainPaths(
    named
      .map((name) => name.replace(/^b\//u, "").replace(/\t.*/u, ""))
      .filter((name) => name !== "/dev/null"),
  );
}

/** Normalizes paths and removes texts that are not paths. */
export function plainPaths(named: readonly string[]): readonly string[] {
  return named.map(plainPath).filter((path) => path !== null);
}
