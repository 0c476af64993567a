import { type Item, type Message, textOf, type ToolKind, type ToolMessage } from "@cutpoint/core";
import { isUserMessage, type Steps, type ToolRun } from "@cutpoint/core/kit";
import { argumentLines, callLine } from "./call-lines.ts";
import type { Shorten } from "./paths.ts";
import { quotedName, withoutRole } from "./quoted-name.ts";
import { BLANKS, quotableLines, shortLine } from "./sentences.ts";
import { RUNNER_LINE } from "./commands.ts";
import { answerLabel, userAnswerIn } from "./user-answer.ts";

export const USER = "user: ";
export const ASSISTANT = "assistant: ";

/** Returns the prefix for text of the user or the model, or an empty string. */
export function roleLabel(message: Message): string {
  if (message.role === "user" && isUserMessage(message))
    return message.name === undefined ? USER : `user ${quotedName(message.name)}: `;
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
  /** The call that the lines belong to. If a summary quotes it, they follow it without their label. */
  readonly call?: Source | undefined;
  /** Whether the lines are long arguments of the call. */
  readonly isInput?: boolean;
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
/** Separates lines of one source that are rendered on one line, if lines between them are left out. */
export const SEPARATOR = " … ";
/** Separates a call from its result. */
export const ARROW = " → ";
/** Separates a call from its long arguments. */
export const INPUT = ", input: ";

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
  const calls = new Map<ToolRun, Source>();
  const sourceLines: SourceLine[] = [];
  const addAll = (lines: readonly SourceLine[]): void => {
    for (const line of lines) if (!isSuperseded(line)) sourceLines.push(line);
  };
  for (const [index, item] of items.entries()) {
    yield;
    const { message } = item;
    if (message.role === "system") continue;
    if (message.role === "tool") {
      const run = runOfResult.get(message);
      const call = run === undefined ? undefined : calls.get(run);
      addAll(resultLines(message, run, { message: index, call }, shorten));
    } else addAll(saidLines(message, index, shorten));
    for (const run of runsOf.get(item) ?? []) {
      const call = { label: "", message: index, path: filePath(run, shorten) };
      calls.set(run, call);
      addAll(callLines(run, call, shorten));
    }
  }
  return sourceLines;
}

/** Returns the lines of the user or the model. */
function saidLines(message: Message, index: number, shorten: Shorten): readonly SourceLine[] {
  const isUser = isUserMessage(message);
  const source = { label: roleLabel(message), message: index, path: null, isUser };
  return linesOf(source, quotableLines(shorten(textOf(message))), isUser ? "user" : "prose");
}

/** @param place the index of the message, and the call that it answers */
function resultLines(
  message: ToolMessage,
  run: ToolRun | undefined,
  place: Pick<Source, "message" | "call">,
  shorten: Shorten,
): readonly SourceLine[] {
  const answer = userAnswerIn(message);
  const texts = quotableLines(shorten(answer ?? textOf(message)));
  const path = run === undefined ? null : filePath(run, shorten);
  if (answer !== null)
    return linesOf({ ...place, label: answerLabel(message), path }, texts, "user");
  const label = path === null ? toolLabel(message, run, shorten) : `${quotedName(path)}: `;
  const lines = texts.filter((line) => !RUNNER_LINE.test(line));
  return linesOf({ ...place, label, path }, lines, "result");
}

/** Returns a call, and its long arguments. */
function callLines(run: ToolRun, call: Source, shorten: Shorten): readonly SourceLine[] {
  const { path } = call;
  const line = callLine(run, shorten);
  const label = path === null ? `${quotedName(run.call.name)} input: ` : `${quotedName(path)}: `;
  return [
    ...linesOf(call, line === null ? [] : [line], "arguments"),
    ...linesOf(
      { ...call, label, call, isInput: true },
      argumentLines(run, shorten),
      changes(run.kind) ? "change" : "arguments",
    ),
  ];
}

function linesOf(source: Source, texts: readonly string[], origin: Origin): readonly SourceLine[] {
  return texts.map((text, place) => ({ text: withoutRole(text), origin, source, place }));
}

/** A program with an argument. */
const COMMAND = /^[\w./~][\w./~-]* [\w"'./~$-]/u;

/** A command begins with `$`, so that it cannot be taken for a speaker. */
function toolLabel({ name }: ToolMessage, run: ToolRun | undefined, shorten: Shorten): string {
  const shortened = (text = ""): string =>
    shortLine(shorten(text).replace(BLANKS, " ").trim(), MAX_LABEL_CHARACTERS);
  const command = shortened(run?.command);
  const failed = run?.failed === true ? " (failed)" : "";
  if (command !== "")
    return `$ ${COMMAND.test(command) ? command : quotedName(command)}${failed}: `;
  return `${quotedName(shortened(run?.query) || name)}${failed}: `;
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
