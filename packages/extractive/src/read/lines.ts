import { type Item, type Message, textOf, type ToolKind, type ToolMessage } from "@cutpoint/core";
import { isUserMessage, type Steps, type ToolRun, userAnswerIn } from "@cutpoint/core/kit";
import { argumentLines, callLine } from "./call-lines.ts";
import type { Shorten } from "./paths.ts";
import { quotedName } from "./quoted-name.ts";
import { BLANKS, quotableLines, shortLine } from "./sentences.ts";

export const USER = "user: ";
export const ASSISTANT = "assistant: ";

/** Returns the prefix for text of the user or the model, or an empty string. */
export function roleLabel(message: Message): string {
  if (isUserMessage(message)) return USER;
  return message.role === "assistant" ? ASSISTANT : "";
}

/** Who wrote a line. A strong feature for the chance that it is needed again. */
export type Origin = "user" | "prose" | "arguments" | "change" | "result" | "carried";

/** A message, or a tool call with its result. */
export type Source = {
  /** Rendered once before the lines of the source: a speaker, a file or a command. */
  readonly label: string;
  /** Index of the message. Lines of an earlier summary have -1. */
  readonly message: number;
  readonly path: string | null;
  /** Whether the user wrote the message. */
  readonly isUser?: boolean;
  /** Whether each line of the history contained the label too, as in search results. */
  readonly isRepeated?: boolean;
};

/** A line of the history that a summary can quote. */
export type SourceLine = {
  readonly text: string;
  readonly origin: Origin;
  readonly source: Source;
  /** Index in the source. */
  readonly place: number;
};

const MAX_LABEL_CHARACTERS = 70;
/** Separates lines of one source that are rendered on one line. */
export const SEPARATOR = " … ";

/** Splits items into lines, oldest first, without those that are superseded. */
export function* readSourceLines(
  items: readonly Item[],
  runs: readonly ToolRun[],
  shorten: Shorten,
  isSuperseded: (line: SourceLine) => boolean = () => false,
): Steps<readonly SourceLine[]> {
  const runOfResult = new Map<Message, ToolRun>();
  for (const run of runs) if (run.result !== null) runOfResult.set(run.result, run);
  const runsOf = Map.groupBy(runs, (run) => run.callItem);
  const sourceLines: SourceLine[] = [];
  const add = (
    source: Source,
    lines: readonly string[],
    originOf: (place: number) => Origin,
  ): void => {
    for (const [place, text] of lines.entries()) {
      const line = { text, origin: originOf(place), source, place };
      if (!isSuperseded(line)) sourceLines.push(line);
    }
  };
  for (const [index, item] of items.entries()) {
    yield;
    const { message } = item;
    if (message.role === "system") continue;
    const run = runOfResult.get(message);
    const text = textOf(message);
    const answer = message.role === "tool" ? userAnswerIn(message) : null;
    if (message.role === "tool" && answer !== null) {
      const source = {
        label: `answer to ${quotedName(message.name)}: `,
        message: index,
        path: null,
      };
      add(source, quotableLines(shorten(answer)), () => "user");
      continue;
    }
    let lines = quotableLines(shorten(text));
    if (message.role === "tool") lines = lines.filter((line) => !RUNNER_LINE.test(line));
    if (run !== undefined && run.kind !== "read")
      lines = foundLines(lines, index, (source, found) => add(source, found, () => "result"));
    if (lines.length > 0)
      add(sourceOf(message, index, run, shorten), lines, (place) =>
        originOf(message, place, lines.length),
      );
    for (const run of runsOf.get(item) ?? []) {
      const path = filePath(run, shorten);
      const call = callLine(run, shorten);
      if (call !== null) add({ label: "", message: index, path }, [call], () => "arguments");
      const label =
        path === null ? `${quotedName(run.call.name)} input: ` : `${quotedName(path)}: `;
      const origin = changes(run.kind) ? "change" : "arguments";
      add({ label, message: index, path }, argumentLines(run, shorten), () => origin);
    }
  }
  return sourceLines;
}

/** Lines that Codex adds to the output of a command. The outcome is part of the label. */
export const RUNNER_LINE: RegExp =
  /^(?:Chunk ID: \w+|Wall time: [\d.]+ seconds|(?:Process exited with|Exit) code:? \d+|(?:Original token count|Total output lines): \d+|Output:)$/u;

/** Output of a search: file, line number, line. */
const FOUND = /^([\w@./~+-]{1,160}\.\w{1,8})(?::|-)\d{1,6}(?::|-)\s*(.*)$/u;

/** Passes lines that a search found to `add`, grouped by file, and returns the others. */
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
  for (const [path, found] of byPath)
    add({ label: `${quotedName(path)}: `, message, path, isRepeated: true }, found);
  return others;
}

/**
 * Returns the lines of an earlier summary and of its memory. Those of one file, command or tool have one source.
 *
 * @param isUser whether an entry of the summary is a line of the user. The text of a line does not show that.
 */
export function carriedLines(
  previousLines: readonly string[],
  spareLines: readonly SourceLine[],
  isUser: (entry: number) => boolean = () => false,
): readonly SourceLine[] {
  const sources = new Map<string, Source>();
  const previous = previousLines.flatMap((line, entry) => summarySourceLines(line, isUser(entry)));
  return [...previous, ...spareLines].map((line, place) => {
    const { label } = line.source;
    if (label === "" && place >= previous.length)
      return { ...line, source: { ...line.source }, place };
    if (label === "" || label === USER || label === ASSISTANT) return { ...line, place };
    const source = sources.get(label) ?? line.source;
    sources.set(label, source);
    return { ...line, source, place };
  });
}

/** A speaker, a file, a tool, or a command, which may be shortened, with its outcome. */
const LABEL =
  /^(?:(?:answer to )?`[^`]{1,160}`(?: input)?|\S{1,120}|[^:`]{1,80}…)(?: \(failed\))?: /u;

/** Returns the parts of a line of a summary. */
export function summarySourceLines(line: string, isUser = false): readonly SourceLine[] {
  const label = LABEL.exec(line)?.[0] ?? "";
  const source: Source = { label, message: -1, path: null, isUser };
  const parts = line.slice(label.length).split(SEPARATOR).flatMap(quotableLines);
  const origin = isUser ? "user" : "carried";
  return parts.map((text, place) => ({ text, origin, source, place }));
}

function sourceOf(
  message: Message,
  index: number,
  run: ToolRun | undefined,
  shorten: Shorten,
): Source {
  if (message.role !== "tool")
    return {
      label: roleLabel(message),
      message: index,
      path: null,
      isUser: isUserMessage(message),
    };
  const path = run === undefined ? null : filePath(run, shorten);
  const label = path === null ? toolLabel(message, run, shorten) : `${quotedName(path)}: `;
  return { label, message: index, path };
}

function toolLabel({ name }: ToolMessage, run: ToolRun | undefined, shorten: Shorten): string {
  const subject = run?.command ?? run?.query;
  const failed = run?.failed === true ? " (failed)" : "";
  const short = shortLine(
    shorten(subject ?? "")
      .replace(BLANKS, " ")
      .trim(),
    MAX_LABEL_CHARACTERS,
  );
  return `${quotedName(short === "" ? name : short)}${failed}: `;
}

/** The middle of a long user message is usually pasted output. */
function originOf(message: Message, place: number, lines: number): Origin {
  if (message.role === "tool") return "result";
  if (!isUserMessage(message)) return "prose";
  return lines > 30 && place >= 8 && place < lines - 8 ? "result" : "user";
}

function changes(kind: ToolKind): boolean {
  return kind === "write" || kind === "edit" || kind === "patch";
}

/** Returns the file that a call reads or changes, or `null`. */
export function filePath({ files, kind, path }: ToolRun, shorten: Shorten): string | null {
  if (path === undefined || (kind !== "read" && !changes(kind))) return null;
  const named = (kind === "read" ? files.read : files.modified)?.[0];
  return named === undefined ? null : shorten(named);
}
