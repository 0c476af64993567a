import { isRecord, type Json } from "../message/json.ts";
import { commandArgument, pathArgument, type ToolArguments, type ToolKind } from "./tool-kinds.ts";

/** The files that an item reads and modifies. */
export type FileOperations = {
  readonly read?: readonly string[];
  readonly modified?: readonly string[];
};

const PATCH_FILE =
  /^[^\S\r\n\u2028\u2029]*(?:\*\*\* (?:Add|Update|Delete) File: |\*\*\* Move to: |\+\+\+ )(.+)$/gmu;
const MAX_PATH_CHARACTERS = 400;

/** Returns the files that a call reads or modifies according to its arguments. */
export function fileOperationsOf(values: ToolArguments, kind: ToolKind): FileOperations {
  if (kind === "read") return { read: paths(values) };
  if (kind === "write" || kind === "edit") return { modified: paths(values) };
  if (kind === "patch") {
    const named = patchedFiles(values);
    return { modified: named.length > 0 ? named : paths(values) };
  }
  if (kind !== "command") return {};
  const { read, written } = commandFiles(commandArgument(values) ?? "");
  return { read: plainPaths(read), modified: plainPaths(written) };
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

const PIECE = /(?:[^\s'"|;&<>]|'[^']*'|"[^"]*")+|>>?|[|;&<]+/gu;
const READERS: ReadonlySet<string> = new Set(["cat", "head", "tail", "nl", "less", "more", "bat"]);
const OUTPUT_OPTIONS: ReadonlySet<string> = new Set(["-o", "--output", "--out", "--outfile"]);
const MAX_COMMAND_CHARACTERS = 4_000;

/**
 * Finds the files in a shell command line: `cat`, `head`, `tail`, `nl`, `less`, `more`, `bat` and `sed -n` read files;
 * `> file`, `>> file`, `tee file` and `-o file` write them. Variables, substitutions, devices and here-documents are
 * ignored. Reads the first 4,000 characters.
 */
export function commandFiles(command: string): Record<"read" | "written", readonly string[]> {
  const read: string[] = [];
  const written: string[] = [];
  const pieces = withoutHereDocument(command.slice(0, MAX_COMMAND_CHARACTERS)).match(PIECE) ?? [];
  let program = "";
  let expectsProgram = true;
  let expectsOutput = false;
  let script = false;
  for (const piece of pieces) {
    if (piece === ">" || piece === ">>") {
      expectsOutput = true;
    } else if (/^[|;&<]+$/u.test(piece)) {
      expectsProgram = true;
      expectsOutput = false;
    } else if (expectsOutput) {
      if (isFileName(piece)) written.push(unquoted(piece));
      expectsOutput = false;
    } else if (expectsProgram) {
      if (/^\w+=/u.test(piece)) continue;
      program = unquoted(piece).split("/").at(-1) ?? "";
      expectsProgram = false;
      script = program === "sed";
    } else if (OUTPUT_OPTIONS.has(piece)) {
      expectsOutput = true;
    } else if (piece.startsWith("-")) {
      if (program === "sed" && piece !== "-n") program = "";
    } else if (script) {
      script = false;
    } else if (program === "tee") {
      if (isFileName(piece)) written.push(unquoted(piece));
    } else if ((READERS.has(program) || program === "sed") && isFileName(piece)) {
      if (!/^\d+$/u.test(piece)) read.push(unquoted(piece));
    }
  }
  return { read, written };
}

function withoutHereDocument(command: string): string {
  const start = /<<-?\s*['"]?[A-Za-z_]\w*['"]?/u.exec(command);
  if (start === null) return command;
  const line = command.indexOf("\n", start.index);
  const rest = line === -1 ? command : command.slice(0, line);
  return rest.slice(0, start.index) + rest.slice(start.index + start[0].length);
}

function isFileName(piece: string): boolean {
  return !/[$`*?{}()[\]]/u.test(piece) && !/^(?:[&-]|\d*$|\/dev\/)/u.test(unquoted(piece));
}

function unquoted(piece: string): string {
  return piece.replace(/["']/gu, "");
}
