import { chmod, mkdir, readFile, realpath, rename, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { invalidInput, isRecord } from "@cutpoint/core/kit";
import {
  applyEdits,
  type Edit,
  findNodeAtLocation,
  getLocation,
  type JSONPath,
  modify,
  parse,
  type ParseError,
  parseTree,
} from "jsonc-parser";

/** The place of a command in the settings of a host: `hooks[event][group].hooks[place]`. */
type Place = { readonly event: string; readonly group: number; readonly place: number };

/** A group of hooks, in the form that Claude Code and Codex share. */
export type HookGroup = { readonly matcher?: string; readonly command: string };

/** Seconds after which a host stops the command. The command ends earlier by itself. */
const TIMEOUT_SECONDS = 10;

const BYTE_ORDER_MARK = "\u{feff}";

/** Returns the text of a settings file; `""` if there is none. */
export async function readSettings(file: string): Promise<string> {
  return readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
}

/** Replaces a settings file at once. Follows links and keeps the permissions. */
export async function writeSettings(file: string, text: string): Promise<void> {
  const target = await realpath(file).catch(() => file);
  await mkdir(dirname(target), { recursive: true });
  const draft = `${target}.${process.pid}.part`;
  await writeFile(draft, text);
  const found = await stat(target).catch(() => null);
  if (found !== null) await chmod(draft, found.mode);
  await rename(draft, target);
}

/** Adds hooks to settings. Everything else stays as it is, comments included. */
export function addHooks(
  text: string,
  groups: Readonly<Record<string, HookGroup>>,
  file: string,
): string {
  let edited = text;
  for (const [event, { command, matcher }] of Object.entries(groups)) {
    const group = {
      ...(matcher === undefined ? {} : { matcher }),
      hooks: [{ type: "command", command, timeout: TIMEOUT_SECONDS }],
    };
    const known = groupsOf(edited, event, file);
    edited =
      known === null
        ? added(edited, ["hooks", event], [group], false)
        : added(edited, ["hooks", event, known.length], group, true);
  }
  return edited;
}

/** Removes hooks by their commands, and groups and events that are empty then. */
export function removeHooks(
  text: string,
  isOwn: (command: string) => boolean,
  file: string,
): string {
  const [own] = findHooks(text, isOwn, file);
  if (own === undefined) return text;
  const { event, group, place } = own.place;
  const groups = groupsOf(text, event, file) ?? [];
  const isLast = hooksIn(groups[group]).length === 1;
  const isLastGroup = isLast && groups.length === 1;
  const isLastEvent = isLastGroup && Object.keys(hooksOf(text, file) ?? {}).length === 1;
  const path: JSONPath = ["hooks", event, group, "hooks", place];
  const left = removed(text, path.slice(0, isLastEvent ? 1 : isLastGroup ? 2 : isLast ? 3 : 5));
  if (left === text) throw new Error(`${file} has a key twice: expected each key once`);
  return removeHooks(left, isOwn, file);
}

/** Returns the hooks whose command is accepted. */
export function findHooks(
  text: string,
  isOwn: (command: string) => boolean,
  file: string,
): readonly { readonly command: string; readonly place: Place }[] {
  const events = Object.keys(hooksOf(text, file) ?? {});
  return events.flatMap((event) =>
    (groupsOf(text, event, file) ?? []).flatMap((value, group) =>
      hooksIn(value).flatMap((hook, place) => {
        const command = isRecord(hook) ? hook["command"] : undefined;
        const isFound = typeof command === "string" && isOwn(command);
        return isFound ? [{ command, place: { event, group, place } }] : [];
      }),
    ),
  );
}

function groupsOf(text: string, event: string, file: string): readonly unknown[] | null {
  const groups = hooksOf(text, file)?.[event];
  if (groups === undefined) return null;
  if (isList(groups)) return groups;
  throw invalidInput(`${file}: hooks.${event}`, groups, "expected a list");
}

function hooksIn(group: unknown): readonly unknown[] {
  const hooks = isRecord(group) ? group["hooks"] : undefined;
  return isList(hooks) ? hooks : [];
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function hooksOf(text: string, file: string): Readonly<Record<string, unknown>> | null {
  const errors: ParseError[] = [];
  const plain = withoutMark(text);
  const settings: unknown =
    plain.trim() === "" ? {} : parse(plain, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error !== undefined) {
    const line = plain.slice(0, error.offset).split("\n").length;
    throw new Error(`${file} is not valid JSON in line ${line}: correct it first`);
  }
  if (!isRecord(settings)) throw new Error(`${file} has no JSON object: expected settings`);
  const { hooks } = settings;
  if (hooks === undefined) return null;
  if (isRecord(hooks)) return hooks;
  throw invalidInput(`${file}: hooks`, hooks, "expected an object of events");
}

/** Adds a value. The bytes around it stay, which the formatting of the library would change. */
function added(text: string, path: JSONPath, value: unknown, isArrayInsertion: boolean): string {
  const plain = withoutMark(text).trim() === "" ? "{}\n" : withoutMark(text);
  const edits = modify(plain, path, value, { isArrayInsertion });
  const laidOut = edits.map((edit) => ({ ...edit, content: onOwnLines(plain, edit) }));
  return markOf(text) + applyEdits(plain, laidOut);
}

/** Writes an added value in lines, with the indentation and the line breaks of the file. */
function onOwnLines(text: string, { content, offset }: Edit): string {
  if (!text.includes("\n")) return content;
  const lineBreak = text.includes("\r\n") ? "\r\n" : "\n";
  const indent = /^[\t ]+(?=\S)/mu.exec(text)?.[0] ?? "  ";
  const depth = getLocation(text, offset).path.length;
  const line = (level: number): string => lineBreak + indent.repeat(level);
  const [, comma = "", key = "", json = ""] = /^(,?)("\w+":)?(.*)$/su.exec(content) ?? [];
  const lines = JSON.stringify(JSON.parse(json), null, indent).replaceAll("\n", line(depth));
  const end = comma === "" ? line(depth - 1) : "";
  return `${comma}${line(depth)}${key.replace(":", ": ")}${lines}${end}`;
}

/** Blanks and comments up to a comma. */
const TO_COMMA = /^(?:\s|\/\/.*(?:[\n\r\u2028\u2029]|$)|\/\*(?:(?!\*\/)[\s\S])*\*\/)*,/u;

/** Removes a value with its key, its comma and the blanks before it. Comments stay. */
function removed(text: string, path: JSONPath): string {
  const plain = withoutMark(text);
  const tree = parseTree(plain, [], { allowTrailingComma: true });
  const found = tree === undefined ? undefined : findNodeAtLocation(tree, path);
  const node = found?.parent?.type === "property" ? found.parent : found;
  const siblings = node?.parent?.children ?? [];
  if (node === undefined) return text;
  const previous = siblings[siblings.indexOf(node) - 1];
  const end = node.offset + node.length;
  const start = plain.slice(0, node.offset).trimEnd().length;
  const blanks =
    siblings.length === 1 ? (/^\s*(?=[\]}])/u.exec(plain.slice(end))?.[0].length ?? 0) : 0;
  const commaFrom = previous === undefined ? end : previous.offset + previous.length;
  const comma = TO_COMMA.exec(plain.slice(commaFrom))?.[0].length;
  const edits = [{ offset: start, length: end + blanks - start, content: "" }];
  if (comma === undefined) return markOf(text) + applyEdits(plain, edits);
  const place = commaFrom + comma - 1;
  return markOf(text) + applyEdits(plain, [{ offset: place, length: 1, content: "" }, ...edits]);
}

function markOf(text: string): string {
  return text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : "";
}

function withoutMark(text: string): string {
  return text.slice(markOf(text).length);
}
