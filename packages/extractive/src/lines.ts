import { type Item, type Message, textOf, type ToolKind, type ToolMessage } from "@cutpoint/core";
import { isUserMessage, type ToolRun } from "@cutpoint/core/kit";
import { shortLine } from "./sentences.ts";

/** Stands before a person's words. */
export const USER = "user: ";

/** What stands before the words of a message; the empty text where neither a person nor the model said them. */
export function roleLabel(message: Message): string {
  if (isUserMessage(message)) return USER;
  return message.role === "assistant" ? "assistant: " : "";
}

/** Who a line comes from, which says much about whether it will be needed. */
export type Origin = "human" | "prose" | "arguments" | "change" | "result" | "carried";

/** Where lines come from: a message, or a tool call with its result. */
export type Source = {
  /** Stands once before the lines that are told of it: who said it, the file, the command. */
  readonly label: string;
  /** The index of its message; what an earlier summary carried comes before all others, at -1. */
  readonly message: number;
  /** The file that it is about. */
  readonly path: string | null;
};

/** A line that a summary may hold. */
export type Snippet = {
  readonly text: string;
  readonly origin: Origin;
  readonly source: Source;
  /** Its place among the lines of its source, and how many there are. */
  readonly place: number;
  readonly places: number;
};

const MAX_LINE_CHARACTERS = 240;
const MAX_LABEL_CHARACTERS = 70;
const MAX_MESSAGE_CHARACTERS = 200_000;
/** Stands between lines of one source that are told on one line. */
export const BETWEEN = " … ";
/** A line of bold words alone is a heading: it tells nothing by itself. */
const HEADING = /^\*\*[^*]+\*\*:?$/u;

/** The lines of some items, oldest first, after the lines that an earlier summary carried. */
export function snippetsOf(
  items: readonly Item[],
  runs: readonly ToolRun[],
  carried: readonly string[],
  plain: (text: string) => string,
): readonly Snippet[] {
  const runOfResult = new Map<Message, ToolRun>();
  for (const run of runs) if (run.result !== null) runOfResult.set(run.result, run);
  const runsOf = Map.groupBy(runs, (run) => run.callItem);
  const snippets = carried.flatMap(carriedSnippets);
  const add = (
    source: Source,
    lines: readonly string[],
    originOf: (place: number) => Origin,
  ): void => {
    for (const [place, text] of lines.entries())
      snippets.push({ text, origin: originOf(place), source, place, places: lines.length });
  };
  for (const [index, item] of items.entries()) {
    const { message } = item;
    if (message.role === "system") continue;
    const run = runOfResult.get(message);
    let lines = linesOf(plain(textOf(message)));
    if (run !== undefined && run.kind !== "read")
      lines = foundLines(lines, index, (source, found) => add(source, found, () => "result"));
    if (lines.length > 0)
      add(sourceOf(message, index, run, plain), lines, (place) =>
        originOf(message, place, lines.length),
      );
    for (const run of runsOf.get(item) ?? []) {
      const path = filePath(run, plain);
      const isChange = changes(run.kind);
      const call = callLine(run, plain);
      if (call !== null) add({ label: "", message: index, path }, [call], () => "arguments");
      const label = path === null ? `${run.call.name}: ` : `${path}: `;
      add({ label, message: index, path }, argumentLines(run, plain), () =>
        isChange ? "change" : "arguments",
      );
    }
  }
  return snippets;
}

/** What a search shows of a file: the file, the line's number, the line. */
const FOUND = /^([\w@./~+-]{1,160}\.\w{1,8})(?::|-)\d{1,6}(?::|-)\s*(.*)$/u;

/** Gives the lines that a search found to `add`, by file, and returns the others. */
function foundLines(
  lines: readonly string[],
  message: number,
  add: (source: Source, lines: readonly string[]) => void,
): readonly string[] {
  const byPath = new Map<string, string[]>();
  const others = lines.filter((line) => {
    const [, path, text] = FOUND.exec(line) ?? [];
    if (path === undefined || text === undefined) return true;
    const found = byPath.get(path) ?? [];
    byPath.set(path, found);
    if (text.length >= 6) found.push(text);
    return false;
  });
  for (const [path, found] of byPath) add({ label: `${path}: `, message, path }, found);
  return others;
}

/** The pieces of a line that an earlier summary told, with the label that they share. */
function carriedSnippets(line: string): readonly Snippet[] {
  const label = /^(?:user: |assistant: |`[^`]{1,80}`: |\S{1,120}: )/u.exec(line)?.[0] ?? "";
  const source: Source = { label, message: -1, path: null };
  const pieces = line.slice(label.length).split(BETWEEN).flatMap(linesOf);
  const origin: Origin = label === USER ? "human" : "carried";
  return pieces.map((text, place) => ({ text, origin, source, place, places: pieces.length }));
}

function sourceOf(
  message: Message,
  index: number,
  run: ToolRun | undefined,
  plain: (text: string) => string,
): Source {
  if (message.role === "tool") {
    const path = run === undefined ? null : filePath(run, plain);
    const label = run === undefined ? `${message.name}: ` : labelOf(run, message, path, plain);
    return { label, message: index, path };
  }
  return { label: roleLabel(message), message: index, path: null };
}

function labelOf(
  run: ToolRun,
  { name }: ToolMessage,
  path: string | null,
  plain: (text: string) => string,
): string {
  if (path !== null) return `${path}: `;
  const subject = run.command ?? run.query;
  if (subject === undefined) return `${name}: `;
  const short = shortLine(
    plain(subject).replace(/\s+/gu, " ").replaceAll("`", "'").trim(),
    MAX_LABEL_CHARACTERS,
  );
  const failed = run.failed ? " (failed)" : "";
  if (short === "") return `${name}${failed}: `;
  return short.endsWith("…") ? `${short}${failed}: ` : `\`${short}\`${failed}: `;
}

/** In the middle of a long message a person pastes what a program printed. */
function originOf(message: Message, place: number, lines: number): Origin {
  if (message.role === "tool") return "result";
  if (!isUserMessage(message)) return "prose";
  return lines > 30 && place >= 8 && place < lines - 8 ? "result" : "human";
}

function changes(kind: ToolKind): boolean {
  return kind === "write" || kind === "edit" || kind === "patch";
}

function filePath({ files, kind, path }: ToolRun, plain: (text: string) => string): string | null {
  if (path === undefined || (kind !== "read" && !changes(kind))) return null;
  const named = (kind === "read" ? files.read : files.modified)?.[0];
  return named === undefined ? null : plain(named);
}

/** A call in a line: the tool, what it was given, and whether it failed; `null` where it was given nothing of note. */
function callLine(run: ToolRun, plain: (text: string) => string): string | null {
  const told = Object.values(run.values)
    .flatMap((value) =>
      typeof value === "string" || typeof value === "number" ? [String(value)] : [],
    )
    .map((value) => plain(value).replace(/\s+/gu, " ").trim())
    .filter((value) => value !== "" && value.length <= MAX_LINE_CHARACTERS)
    .join(" ");
  const short = shortLine(told, MAX_LINE_CHARACTERS);
  if (short.length < 3) return null;
  return `${run.call.name} ${short}${run.failed ? " → failed" : ""}`;
}

/** What the arguments of a call say; single plain words are settings of the tool. */
function argumentLines(
  { path, values }: ToolRun,
  plain: (text: string) => string,
): readonly string[] {
  return Object.values(values).flatMap((value) => {
    const text =
      typeof value === "string" ? value : typeof value === "object" ? JSON.stringify(value) : "";
    return text === path || text.length <= MAX_LINE_CHARACTERS ? [] : linesOf(plain(text));
  });
}

/** Line numbers before what a tool shows of a file, and list states. */
const LINE_MARK = /^(?:\d{1,6}(?:→|\||:\s|\t| {2,})|[-*+>•] |#{1,6} )+/u;

function linesOf(text: string): readonly string[] {
  const lines: string[] = [];
  for (const raw of text.slice(0, MAX_MESSAGE_CHARACTERS).split("\n")) {
    const line = raw.trim().replace(/\s+/gu, " ").replace(LINE_MARK, "").trimStart();
    if (line.length < 6 || !/[\p{L}\p{N}]{2}/u.test(line) || HEADING.test(line)) continue;
    if (line.length <= MAX_LINE_CHARACTERS) lines.push(line.toWellFormed());
    else lines.push(...pieces(line.toWellFormed()));
  }
  return lines;
}

/** A long line in pieces, parted at blanks or, in JSON and the like, after commas and closing brackets. */
function pieces(line: string): readonly string[] {
  const found: string[] = [];
  let rest = line.slice(0, 40 * MAX_LINE_CHARACTERS);
  while (rest.length > MAX_LINE_CHARACTERS) {
    const window = rest.slice(0, MAX_LINE_CHARACTERS);
    const end =
      Math.max(window.lastIndexOf(" "), window.lastIndexOf(","), window.lastIndexOf("}")) + 1;
    if (end <= MAX_LINE_CHARACTERS / 4) {
      const short = shortLine(rest, MAX_LINE_CHARACTERS);
      return short === "" ? found : [...found, short];
    }
    found.push(rest.slice(0, end).trim());
    rest = rest.slice(end).trimStart();
  }
  return line.length <= 40 * MAX_LINE_CHARACTERS ? [...found, rest] : found;
}
