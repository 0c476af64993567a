import { anchorsOf } from "../digest/anchors.ts";
import { plainPath } from "../digest/file-operations.ts";
import { pathArgument, type ToolKind } from "../digest/tool-kinds.ts";
import type { ToolRun } from "../digest/tool-runs.ts";
import type { Item } from "../model/item.ts";
import { type Message, textOf, type ToolMessage } from "../model/message.ts";
import { shortLine, wordsOf } from "./sentences.ts";

/** Who a line comes from, which says much about whether it will be needed. */
export type Origin = "human" | "prose" | "arguments" | "change" | "result" | "carried";

/** A line that a summary may hold, with the exact things and words in it. */
export type Candidate = {
  /** As it would stand in the summary. */
  readonly text: string;
  readonly origin: Origin;
  readonly anchors: readonly string[];
  /** Words that carry meaning, of prose only. */
  readonly words: readonly string[];
  /** The index of the message it comes from; carried lines come before all others, at -1. */
  readonly message: number;
};

const MAX_LINE_CHARACTERS = 240;
/** A line of bold words alone is a heading: it tells nothing by itself. */
const HEADING = /^\*\*[^*]+\*\*:?$/u;
const MAX_MESSAGE_CHARACTERS = 200_000;

/** The lines of some items, oldest first, after the lines that an earlier summary carried. */
export function candidatesOf(
  items: readonly Item[],
  runs: readonly ToolRun[],
  carried: readonly string[],
): readonly Candidate[] {
  const files = filesByResult(runs);
  const runsOf = Map.groupBy(runs, (run) => run.callItem);
  const lines = carried.map((line) => candidate(line, "carried", -1));
  for (const [index, item] of items.entries()) {
    const { message } = item;
    const path = message.role === "tool" ? files.get(message) : undefined;
    const said = linesOf(textOf(message));
    for (const [place, line] of said.entries()) {
      const told = path === undefined || line.includes(path) ? line : `${path}: ${line}`;
      lines.push(candidate(labelled(told, message), originOf(message, place, said.length), index));
    }
    for (const run of runsOf.get(item) ?? [])
      for (const told of argumentLines(run))
        lines.push(candidate(told, changes(run.kind) ? "change" : "arguments", index));
  }
  return lines;
}

function candidate(text: string, origin: Origin, message: number): Candidate {
  const isProse = origin === "human" || origin === "prose" || origin === "carried";
  return {
    text: text.toWellFormed(),
    origin: origin === "carried" && text.startsWith(HUMAN_LABEL) ? "human" : origin,
    anchors: anchorsOf(text),
    words: isProse ? wordsOf(text).slice(0, 40) : [],
    message,
  };
}

const HUMAN_LABEL = "user: ";

function labelled(line: string, message: Message): string {
  return isHuman(message) ? HUMAN_LABEL + line : line;
}

function isHuman(message: Message): boolean {
  return message.role === "user" && message.provenance === "human";
}

/** In the middle of a long message a person pastes what a program printed. */
function originOf(message: Message, place: number, lines: number): Origin {
  if (message.role === "tool") return "result";
  if (!isHuman(message)) return "prose";
  return lines > 30 && place >= 8 && place < lines - 8 ? "result" : "human";
}

function changes(kind: ToolKind): boolean {
  return kind === "write" || kind === "edit" || kind === "patch";
}

/** The file that each result shows, where its call named one. */
function filesByResult(runs: readonly ToolRun[]): ReadonlyMap<ToolMessage, string> {
  const files = new Map<ToolMessage, string>();
  for (const { kind, result, values } of runs) {
    if (result === null || kind !== "read") continue;
    const path = plainPath(pathArgument(values) ?? "");
    if (path !== null) files.set(result, path);
  }
  return files;
}

/** What the arguments of a call say; single plain words are settings of the tool. */
function argumentLines({ kind, values }: ToolRun): readonly string[] {
  const path = pathArgument(values);
  const lines = Object.values(values).flatMap((value) =>
    typeof value === "string" && value !== path && !/^[A-Za-z_]*$/u.test(value)
      ? linesOf(value)
      : [],
  );
  return path === undefined || !changes(kind) ? lines : lines.map((line) => `${path}: ${line}`);
}

function linesOf(text: string): readonly string[] {
  return text
    .slice(0, MAX_MESSAGE_CHARACTERS)
    .split("\n")
    .flatMap((line) => {
      const plain = line
        .replace(/\s+/gu, " ")
        .trim()
        .replace(/^(?:[-*+>•] |#{1,6} )+/u, "");
      return plain.length <= MAX_LINE_CHARACTERS ? [plain] : pieces(plain);
    })
    .filter((line) => line.length >= 8 && /[\p{L}\p{N}]{2}/u.test(line) && !HEADING.test(line));
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
  return rest.length === line.length || line.length <= 40 * MAX_LINE_CHARACTERS
    ? [...found, rest]
    : found;
}
