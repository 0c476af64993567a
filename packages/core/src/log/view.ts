import { type HeadPiece, type History, type HistoryGap, type Mark } from "../model/mark.ts";
import {
  type FilePart,
  hostMessage,
  type Message,
  type Part,
  type SystemMessage,
  type TextPart,
  type ToolCallPart,
  toolCalls,
  toolMessage,
  type ToolMessage,
  type UserMessage,
} from "../model/message.ts";
import { liveOf } from "./boundary.ts";
import { pairResults } from "./pairing.ts";

/** Something about a view that its reader may want to know; `id` is the item concerned. */
export type ViewWarning = {
  readonly type:
    | "orphan-result"
    | "missing-result"
    | "parted-reasoning"
    | "repaired-boundary"
    | "lost-boundary"
    | HistoryGap["type"];
  readonly id: string | null;
};

/**
 * What the model is sent.
 *
 * `ids[n]` is the id of the item that `messages[n]` shows, `null` for what no item says (the head, a stand-in, the
 * request's tail).
 */
export type View = {
  readonly messages: readonly Message[];
  readonly ids: readonly (string | null)[];
  readonly warnings: readonly ViewWarning[];
};

/** Stands in for a result that was never recorded. */
export const MISSING_RESULT_TEXT = "[No result was recorded for this tool call.]";

/** Stands before an assistant's message that would otherwise open the conversation, which some providers refuse. */
export const OPENING_TEXT = "[The conversation begins with the assistant.]";

/** See {@link OPENING_TEXT}. */
export const OPENING: Message = hostMessage(OPENING_TEXT);

type Shown = { readonly message: Message; readonly id: string | null };

/**
 * The view of a history: the head, then every item after the mark's boundary with its replaced parts, then `tail`;
 * calls and results are made whole, and what no provider accepts is left out.
 *
 * A result is sent right after the message that called for it, wherever it was recorded. Failed answers and messages
 * with nothing but blank text are left out. The same history gives the same bytes.
 */
export function viewOf(history: History, tail: readonly Message[] = []): View {
  const live = liveOf(history);
  const warnings: ViewWarning[] = [...(history.gaps ?? [])];
  if (live.boundary !== "exact")
    warnings.push({
      type: live.boundary === "lost" ? "lost-boundary" : "repaired-boundary",
      id: history.mark?.coveredThrough ?? null,
    });
  const said: Shown[] = [];
  for (const { id, message } of live.items) said.push({ message: wellFormed(message), id });
  for (const message of tail) said.push({ message: wellFormed(message), id: null });
  const whole = withoutPartedReasoning(withPairs(said, warnings), warnings);
  const head = live.mark === null ? [] : headMessages(live.mark);
  const all = withOpening([...head.map((message) => ({ message, id: null })), ...whole]);
  return {
    messages: all.map((shown) => shown.message),
    ids: all.map((shown) => shown.id),
    warnings,
  };
}

const heads = new WeakMap<Mark, readonly Message[]>();

/** The messages that stand before the kept items: the system texts joined, then one user message with the rest. */
export function headMessages(mark: Mark): readonly Message[] {
  const known = heads.get(mark);
  if (known !== undefined) return known;
  const messages = renderHead(mark.head).map(wellFormed);
  heads.set(mark, messages);
  return messages;
}

/** The messages of a list of head pieces. */
export function renderHead(pieces: readonly HeadPiece[]): readonly Message[] {
  const system = pieces
    .filter((piece) => piece.kind === "system")
    .map((piece) => (piece.part.type === "text" ? piece.part.text : ""))
    .filter((text) => text.trim() !== "");
  const parts: (TextPart | FilePart)[] = pieces
    .filter((piece) => piece.kind !== "system")
    .map((piece) => piece.part);
  const systemMessage: SystemMessage = {
    role: "system",
    parts: [{ type: "text", text: system.join("\n\n") }],
  };
  const summaryMessage: UserMessage = { role: "user", provenance: "summary", parts };
  return [
    ...(system.length === 0 ? [] : [systemMessage]),
    ...(parts.length === 0 ? [] : [summaryMessage]),
  ];
}

/** Whether a message says anything that a provider accepts: no failed answer, and not blank text alone. */
export function isSendable(message: Message): boolean {
  if (message.role === "tool") return true;
  if (message.role === "assistant" && message.outcome === "failed") return false;
  const parts: readonly Part[] = message.parts;
  return parts.some((part) => part.type !== "text" || part.text.trim() !== "");
}

function withPairs(said: readonly Shown[], warnings: ViewWarning[]): Shown[] {
  const pairing = pairResults(said.map((shown) => shown.message));
  const whole: Shown[] = [];
  said.forEach((shown, index) => {
    const { message, id } = shown;
    if (message.role === "tool") {
      if (pairing.callerOf.get(index) === null) warnings.push({ type: "orphan-result", id });
      return;
    }
    if (!isSendable(message)) return;
    whole.push(shown);
    const results = pairing.resultsOf.get(index);
    if (results === undefined) return;
    const calls = toolCalls(message);
    calls.forEach((call, place) => {
      const answer = said[results[place] ?? -1];
      if (answer !== undefined) return whole.push(answer);
      warnings.push({ type: "missing-result", id });
      return whole.push({ id: null, message: missingResult(call) });
    });
  });
  return whole;
}

/** What stands in for the result of a call that has none. */
export function missingResult({ callId, name }: ToolCallPart): ToolMessage {
  return toolMessage({ callId, name }, MISSING_RESULT_TEXT, true);
}

/** Whether a message holds reasoning and nothing that it led to: it may not stand without its successor. */
export function isReasoningOnly(message: Message): boolean {
  return (
    message.role === "assistant" &&
    message.parts.some((part) => part.type === "reasoning") &&
    message.parts.every(
      (part) => part.type === "reasoning" || (part.type === "text" && part.text.trim() === ""),
    )
  );
}

function withoutPartedReasoning(whole: readonly Shown[], warnings: ViewWarning[]): Shown[] {
  const kept: Shown[] = [];
  for (let index = whole.length - 1; index >= 0; index -= 1) {
    const shown = whole[index];
    if (shown === undefined) continue;
    if (isReasoningOnly(shown.message) && kept.at(-1)?.message.role !== "assistant")
      warnings.push({ type: "parted-reasoning", id: shown.id });
    else kept.push(shown);
  }
  return kept.reverse();
}

function withOpening(all: readonly Shown[]): readonly Shown[] {
  const first = all.findIndex(({ message }) => message.role !== "system");
  if (first === -1 || all[first]?.message.role === "user") return all;
  return [...all.slice(0, first), { message: OPENING, id: null }, ...all.slice(first)];
}

/** A message without lone surrogates, which no provider accepts; the same object where there are none. */
export function wellFormed(message: Message): Message {
  const parts: readonly Part[] = message.parts;
  if (parts.every(isWellFormed)) return message;
  return { ...message, parts: parts.map(repaired) } as Message;
}

function isWellFormed(part: Part): boolean {
  switch (part.type) {
    case "text":
    case "reasoning":
      return part.text.isWellFormed();
    case "tool-call":
      return part.arguments.isWellFormed();
    default:
      return true;
  }
}

function repaired(part: Part): Part {
  switch (part.type) {
    case "text":
    case "reasoning":
      return { ...part, text: part.text.toWellFormed() };
    case "tool-call":
      return { ...part, arguments: part.arguments.toWellFormed() };
    default:
      return part;
  }
}
