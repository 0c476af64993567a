import type { History } from "../message/history.ts";
import type { Item } from "../message/item.ts";
import { isRecord, parseJson } from "../message/json.ts";
import {
  isUserMessage,
  type Message,
  textOf,
  type ToolCallPart,
  toolCalls,
} from "../message/message.ts";
import { type Origin, originOf } from "../message/origin.ts";
import type { PrefixBlock } from "../message/state.ts";
import type { TokenEstimator } from "../tokens/estimator.ts";

/** The name of the tool with which a model asks for a compaction, in every host. */
export const COMPACT_TOOL_NAME = "compact_conversation";

/** The passages that the model may keep, in tokens. */
export const MOST_QUOTED = 500;

/** A passage that the model asked to keep, and who said it. */
export type Quote = { readonly text: string; readonly origin: Origin };

/** What the model asked to keep: what is kept, and what is not. */
export type Quotes = {
  readonly kept: readonly Quote[];
  /** Passages that nobody said. */
  readonly unknown: readonly string[];
  /** Passages that exceed the limit with those before them. */
  readonly tooLong: readonly string[];
};

/** Whether the model has called the tool in the turn that is running. A call without a result does not count. */
export function hasAskedToCompact(items: readonly Item[]): boolean {
  return !isAnswered(items.at(-1)) && findCall(items, items.length - 1, null) !== null;
}

/** Whether the model has asked for a compaction in the turn whose answer is complete, and none ran since. */
export function isCompactionAsked({ items, state }: History): boolean {
  const compactedAt = state?.guard.compactedAtItemId ?? null;
  let end = items.length - 1;
  for (; items[end]?.message.role === "user"; end -= 1)
    if (items[end]?.id === compactedAt) return false;
  if (end === items.length - 1 && !isAnswered(items[end])) return false;
  return findCall(items, end, compactedAt) !== null;
}

function isAnswered(newest: Item | undefined): boolean {
  return newest?.message.role === "assistant" && toolCalls(newest.message).length === 0;
}

/** A call of the tool, and the position of its message. */
type FoundCall = { readonly place: number; readonly call: ToolCallPart };

/**
 * Returns the first call in the turn that ends at a position; `null` if a compaction ran after it. Some hosts store no
 * tool name with a result, so a result is known by its call.
 */
function findCall(
  items: readonly Item[],
  end: number,
  compactedAt: string | null,
): FoundCall | null {
  const answered = new Set<string>();
  let found: FoundCall | null = null;
  for (let place = end; place >= 0; place -= 1) {
    const item = items[place];
    if (item === undefined || item.id === compactedAt || isUserMessage(item.message)) break;
    const { message } = item;
    if (message.role === "tool" && message.failed !== true) answered.add(message.callId);
    const call = compactCalls(message).find(({ callId }) => answered.has(callId));
    if (call !== undefined) found = { place, call };
  }
  return found;
}

function compactCalls(message: Message): readonly ToolCallPart[] {
  return toolCalls(message).filter(({ name }) => name === COMPACT_TOOL_NAME);
}

/**
 * Returns what the newest call of the tool asked to keep, as pins. Without a call since the last compaction, the quotes of
 * the prefix stay.
 */
export function quotesOf(
  { items, state }: History,
  estimator: TokenEstimator,
): readonly PrefixBlock[] {
  const prefix = state?.prefix ?? [];
  const compactedAt = state?.guard.compactedAtItemId ?? null;
  const newest = items.findLastIndex(
    ({ id, message }) => id === compactedAt || compactCalls(message).length > 0,
  );
  const next = items.findIndex(({ message }, at) => at > newest && isUserMessage(message));
  const found = findCall(items, (next === -1 ? items.length : next) - 1, compactedAt);
  if (found === null) return prefix.filter(isQuote);
  const { call, place } = found;
  const said = { items: items.slice(0, place + 1), prefix };
  const { kept } = checkQuotes(passagesIn(parseJson(call.arguments)), said, estimator);
  return kept.map(({ origin, text }, index) => ({
    kind: "pin",
    sourceId: `${COMPACT_TOOL_NAME}:${call.callId}:${index}`,
    part: { type: "text", text },
    origin,
  }));
}

/** Whether a block is a passage that the model asked to keep. */
export function isQuote({ kind, sourceId }: PrefixBlock): boolean {
  return kind === "pin" && sourceId?.startsWith(`${COMPACT_TOOL_NAME}:`) === true;
}

/** Returns the passages to keep in the arguments of a call. */
export function passagesIn(input: unknown): readonly string[] {
  const keep = isRecord(input) ? [input["keep"]].flat() : [];
  const passages = keep.flatMap((one) => (typeof one === "string" ? one.trim() : []));
  return [...new Set(passages)].filter((passage) => passage !== "");
}

/** Checks passages against what was said. Those that occur verbatim are kept, in order, up to {@link MOST_QUOTED} tokens. */
export function checkQuotes(
  passages: readonly string[],
  { items, prefix }: { readonly items: readonly Item[]; readonly prefix: readonly PrefixBlock[] },
  estimator: TokenEstimator,
): Quotes {
  const own = new Set(
    items.flatMap(({ message }) => compactCalls(message).map(({ callId }) => callId)),
  );
  const kept: Quote[] = [];
  const unknown: string[] = [];
  const tooLong: string[] = [];
  let left = MOST_QUOTED;
  for (const text of passages) {
    const origin = originIn(items, text, own) ?? originInPrefix(prefix, text);
    const tokens = origin === null ? 0 : estimator.estimateText(text);
    if (origin === null) unknown.push(text);
    else if (tokens > left) tooLong.push(text);
    else {
      kept.push({ text, origin });
      left -= tokens;
    }
  }
  return { kept, unknown, tooLong };
}

/** @param own the calls of the tool itself, which prove nothing */
function originIn(
  items: readonly Item[],
  passage: string,
  own: ReadonlySet<string>,
): Origin | null {
  const isSaid = ({ message }: Item): boolean => {
    if (message.role === "tool" && own.has(message.callId)) return false;
    if (textOf(message).includes(passage)) return true;
    return toolCalls(message).some(
      (call) =>
        call.name !== COMPACT_TOOL_NAME &&
        textsIn(parseJson(call.arguments)).some((text) => text.includes(passage)),
    );
  };
  const item = items.findLast(isSaid);
  return item === undefined ? null : originOf(item.message);
}

function originInPrefix(prefix: readonly PrefixBlock[], passage: string): Origin | null {
  const block = prefix.findLast(
    ({ kind, part }) =>
      ["first-request", "user", "summary", "pin"].includes(kind) &&
      part.type === "text" &&
      part.text.includes(passage),
  );
  if (block === undefined) return null;
  return block.origin ?? { by: block.kind === "summary" ? "summary" : "user" };
}

/** Returns the strings in a value of JSON. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
