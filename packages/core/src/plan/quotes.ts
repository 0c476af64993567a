import type { History } from "../message/history.ts";
import type { Item } from "../message/item.ts";
import { isRecord, parseJson } from "../message/json.ts";
import { textOf, toolCalls } from "../message/message.ts";
import { type Origin, originOf } from "../message/origin.ts";
import type { PrefixBlock } from "../message/state.ts";
import type { TokenEstimator } from "../tokens/estimator.ts";
import { COMPACT_TOOL_NAME, compactCalls, findCalls } from "./compact-call.ts";

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

/**
 * Returns what the model asked to keep, as pins: the quotes of the prefix, and those of the calls since the last
 * compaction. If all together exceed {@link MOST_QUOTED}, the oldest leave.
 */
export function quotesOf(
  { items, state }: History,
  estimator: TokenEstimator,
): readonly PrefixBlock[] {
  const prefix = state?.prefix ?? [];
  const earlier = prefix.filter(isQuote);
  const calls = findCalls(items, state?.guard.compactedAtItemId ?? null);
  const [newest] = calls;
  if (newest === undefined) return earlier;
  const passages = calls.flatMap(({ call }) => passagesIn(parseJson(call.arguments)));
  const said = { items: items.slice(0, newest.place + 1), prefix };
  const { kept } = checkQuotes([...new Set(passages)], said, estimator);
  const added = kept.map(({ origin, text }, index): PrefixBlock => ({
    kind: "pin",
    sourceId: `${COMPACT_TOOL_NAME}:${newest.call.callId}:${index}`,
    part: { type: "text", text },
    origin,
  }));
  return newestWithin([...earlier, ...added], estimator);
}

/** Returns the newest distinct quotes that fit {@link MOST_QUOTED}, oldest first. */
function newestWithin(
  quotes: readonly PrefixBlock[],
  estimator: TokenEstimator,
): readonly PrefixBlock[] {
  const byText = new Map<string, PrefixBlock>();
  let left = MOST_QUOTED;
  for (const block of quotes.toReversed()) {
    const text = block.part.type === "text" ? block.part.text : "";
    if (byText.has(text)) continue;
    left -= estimator.estimateText(text);
    if (left < 0) break;
    byText.set(text, block);
  }
  return [...byText.values()].toReversed();
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
