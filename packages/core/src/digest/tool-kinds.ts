import { findNonJsonPath, getOwn, isRecord, type Json, parseJson } from "../message/json.ts";
import type { ToolCallPart } from "../message/message.ts";

/** The arguments of a tool call by name. */
export type ToolArguments = Readonly<Record<string, Json>>;

/** Parses the arguments of a call. Text that is not a JSON object is returned as `input`, as for free-form tools. */
export function toolArguments(call: ToolCallPart): ToolArguments {
  const value = parseJson(call.arguments);
  if (isRecord(value) && findNonJsonPath(value) === null) return value as ToolArguments;
  if (call.arguments.trim() === "") return {};
  return { input: typeof value === "string" ? value : call.arguments };
}

/** Returns the first of the named arguments that is non-empty text or a list of texts. */
function textArgument(values: ToolArguments, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = values[name];
    if (typeof value === "string" && value.trim() !== "") return value;
    if (Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === "string"))
      return value.join(" ");
  }
  return undefined;
}

/** The kinds of tools that a digest distinguishes. */
export type ToolKind =
  | "read"
  | "write"
  | "edit"
  | "patch"
  | "search"
  | "command"
  | "memory"
  | "artifact"
  | "other";

/**
 * The kinds of your tools: by tool name, or a function of name and arguments. Tools that are not listed, or for which the
 * function returns `undefined`, are classified by built-in rules.
 */
export type ToolKinds =
  | Readonly<Record<string, ToolKind>>
  | ((name: string, values: ToolArguments) => ToolKind | undefined);

const NAMES: Readonly<Record<Exclude<ToolKind, "other">, string>> = {
  read: "read readfile readfiles readmanyfiles viewfile view openfile open cat getfilecontents readtextfile readmultiplefiles fetchfile notebookread",
  write: "write writefile createfile create savefile writetofile newfile overwritefile putfile",
  edit: "edit editfile multiedit strreplace strreplaceeditor replace replaceinfile searchreplace insert insertedit inserteditintofile notebookedit update updatefile deletefile movefile",
  patch: "applypatch applydiff patch applyedits",
  search:
    "grep glob search find rg ripgrep websearch searchfiles searchfilecontent filesearch findfiles codebasesearch codesearch grepsearch ls list listdir listdirectory listfiles searchweb",
  command:
    "bash shell exec execute executecommand runcommand run runterminalcmd terminal execcommand shellexec localshell runshellcommand powershell commandline runinterminal",
  memory:
    "memory memorysearch memoryread memoryget recall readmemory searchmemory retrievememory conversationsearch searchlog",
  artifact:
    "artifact createartifact writeartifact publishartifact streamartifact presentfile presentfiles",
};

const KIND_BY_NAME: ReadonlyMap<string, ToolKind> = kindsByName(NAMES);

/** Sub-commands of tools that read and edit files under one name. */
const FILE_COMMANDS: ReadonlyMap<string, ToolKind> = kindsByName({
  read: "view read",
  write: "create write",
  edit: "str_replace insert delete rename",
});

function kindsByName(names: Readonly<Record<string, string>>): ReadonlyMap<string, ToolKind> {
  const kinds = Object.entries(names) as readonly [ToolKind, string][];
  return new Map(kinds.flatMap(([kind, all]) => all.split(" ").map((name) => [name, kind])));
}

const OLD_TEXT = ["old_string", "old_str", "oldText", "old_text", "oldString", "old", "search"];
const NEW_TEXT = ["new_string", "new_str", "newText", "new_text", "newString", "new", "replace"];
const CONTENT = ["content", "contents", "file_text", "text", "data"];
const ARTIFACT = ["mime", "mime_type", "mimeType", "visibility", "sources_used", "sourcesUsed"];
const QUERY = ["query", "pattern", "regex", "search_query", "q", "glob", "queries"];
const COMMAND = ["command", "cmd", "script", "commands"];
const PATH =
  "path file_path filePath filepath file filename fileName target_file absolute_path notebook_path".split(
    " ",
  );
/** The arguments of a call that name what it looks for and what it runs. */
const SEARCHED = [...QUERY, ...PATH, "directory", "dir", "input"];
const RUN = [...COMMAND, "input", "code"];
const PATCH_START = "*** Begin Patch";

/** Returns the kind of a tool call: from `kinds`, or else by the tool's name, or else by the shape of its arguments. */
export function toolKindOf(
  call: ToolCallPart,
  kinds?: ToolKinds,
  values: ToolArguments = toolArguments(call),
): ToolKind {
  const own =
    typeof kinds === "function" ? kinds(call.name, values) : getOwn(kinds ?? {}, call.name);
  return own ?? kindOf(call.name, values, call.arguments);
}

function kindOf(name: string, values: ToolArguments, text: string): ToolKind {
  const plain = plainName(name);
  if (KIND_BY_NAME.get(plain) === "memory") return "memory";
  const subCommand = values["command"];
  if (typeof subCommand === "string" && pathArgument(values) !== undefined) {
    const kind = FILE_COMMANDS.get(subCommand);
    if (kind !== undefined) return kind;
  }
  if (text.includes(PATCH_START)) return "patch";
  return KIND_BY_NAME.get(plain) ?? kindByShape(values);
}

function kindByShape(values: ToolArguments): ToolKind {
  const hasPath = pathArgument(values) !== undefined;
  const isEdit = Array.isArray(values["edits"]) || (has(values, OLD_TEXT) && has(values, NEW_TEXT));
  if (hasPath && isEdit) return "edit";
  if (hasPath && has(values, ARTIFACT)) return "artifact";
  if (hasPath && has(values, CONTENT)) return "write";
  if (has(values, COMMAND)) return "command";
  if (has(values, QUERY)) return "search";
  return "other";
}

function has(values: ToolArguments, names: readonly string[]): boolean {
  return names.some((name) => {
    const value = values[name];
    return typeof value === "string" || Array.isArray(value);
  });
}

/** Normalizes a tool name: `mcp__files__Read_File` becomes `readfile`. */
function plainName(name: string): string {
  const own = name.slice(Math.max(lastAfter(name, "__"), lastAfter(name, ".")));
  return (own === "" ? name : own).toLowerCase().replace(/[^a-z0-9]/gu, "");
}

export function pathArgument(values: ToolArguments): string | undefined {
  return textArgument(values, PATH);
}

export function queryArgument(values: ToolArguments): string | undefined {
  return textArgument(values, SEARCHED);
}

export function commandArgument(values: ToolArguments): string | undefined {
  return textArgument(values, RUN);
}

function lastAfter(text: string, separator: string): number {
  const at = text.lastIndexOf(separator);
  return at === -1 ? 0 : at + separator.length;
}
