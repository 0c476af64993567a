import { anchorsOf } from "../digest/anchors.ts";
import { plainPath } from "../digest/file-operations.ts";
import { toolArguments } from "../digest/tool-arguments.ts";
import { pathArgument, type ToolKind, toolKindOf } from "../digest/tool-kinds.ts";
import { toolRuns } from "../digest/tool-runs.ts";
import type { Item } from "../model/item.ts";
import { type Message, textOf, toolCalls, type ToolMessage } from "../model/message.ts";
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
const MAX_MESSAGE_CHARACTERS = 200_000;

/** The lines of some items, oldest first, after the lines that an earlier summary carried. */
export function candidatesOf(
  items: readonly Item[],
  carried: readonly string[],
): readonly Candidate[] {
  const files = filesByResult(items);
  const lines = carried.map((line) => candidate(line, "carried", -1));
  for (const [index, { message }] of items.entries()) {
    const text = textOf(message).slice(0, MAX_MESSAGE_CHARACTERS);
    const path = message.role === "tool" ? files.get(message) : undefined;
    for (const line of linesOf(text)) {
      const told = path === undefined || line.includes(path) ? line : `${path}: ${line}`;
      lines.push(candidate(labelled(told, message), originOf(message), index));
    }
    for (const call of toolCalls(message)) {
      const kind = toolKindOf(call);
      for (const told of argumentLines(toolArguments(call), kind))
        lines.push(candidate(told, changes(kind) ? "change" : "arguments", index));
    }
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
  return message.role === "user" && message.provenance === "human" ? HUMAN_LABEL + line : line;
}

function originOf(message: Message): Origin {
  if (message.role === "tool") return "result";
  if (message.role === "assistant") return "prose";
  return message.role === "user" && message.provenance === "human" ? "human" : "prose";
}

function changes(kind: ToolKind): boolean {
  return kind === "write" || kind === "edit" || kind === "patch";
}

/** The file that each result shows, where its call named one. */
function filesByResult(items: readonly Item[]): ReadonlyMap<ToolMessage, string> {
  const files = new Map<ToolMessage, string>();
  for (const { call, result } of toolRuns(items)) {
    if (result === null || toolKindOf(call) !== "read") continue;
    const path = plainPath(pathArgument(toolArguments(call)) ?? "");
    if (path !== null) files.set(result, path);
  }
  return files;
}

function argumentLines(
  values: Readonly<Record<string, unknown>>,
  kind: ToolKind,
): readonly string[] {
  const path = pathArgument(values as Parameters<typeof pathArgument>[0]);
  const texts = Object.values(values).filter(
    (value) => typeof value === "string" && value !== path,
  );
  const lines = (texts as readonly string[]).flatMap((text) =>
    linesOf(text.slice(0, MAX_MESSAGE_CHARACTERS)),
  );
  return path === undefined || !changes(kind) ? lines : lines.map((line) => `${path}: ${line}`);
}

function linesOf(text: string): readonly string[] {
  return text
    .split("\n")
    .flatMap((line) => {
      const plain = line
        .replace(/\s+/gu, " ")
        .trim()
        .replace(/^(?:[-*+>•] |#{1,6} )+/u, "");
      return plain.length <= MAX_LINE_CHARACTERS ? [plain] : pieces(plain);
    })
    .filter((line) => line.length >= 8 && /[\p{L}\p{N}]{2}/u.test(line));
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
