import type { Item } from "../message/item.ts";
import { isUserMessage, type Message, type Part, toolCalls, usesTool } from "../message/message.ts";
import { isBlank, isReasoningOnly, isSendable } from "../view/sendable.ts";
import { isSigned } from "../view/valid-thinking.ts";

/**
 * Returns for every position, 0 to `items.length`, whether a cut there would split a unit: a call and its result,
 * reasoning and the message after it, an answer from its reasoning to its calls, messages of one group, or an open call
 * and the end. Calls of a failed answer are not open, nor are calls before a user message.
 */
export function unsplittablePositions(items: readonly Item[]): readonly boolean[] {
  const depth = new Int32Array(items.length + 2);
  const bind = (from: number, through: number): void => {
    if (through <= from) return;
    depth[from + 1] = (depth[from + 1] ?? 0) + 1;
    depth[through + 1] = (depth[through + 1] ?? 0) - 1;
  };
  /** The newest message with each call; `Infinity` after its result. */
  const open = new Map<string, number>();
  items.forEach(({ message }, index) => {
    if (message.role === "tool") {
      bind(open.get(message.callId) ?? index, index);
      open.set(message.callId, Number.POSITIVE_INFINITY);
    } else for (const { callId } of toolCalls(message)) open.set(callId, index);
    if (isReasoningOnly(message)) bind(index, index + 1);
    const { group } = message;
    if (group !== undefined && group === items[index - 1]?.message.group) bind(index - 1, index);
  });
  const waiting = waitingAnswer(items);
  if ([...open.values()].includes(waiting)) bind(waiting, items.length);
  // An answer may be several messages. Providers join them, and with calls they must begin with its reasoning.
  const end = items.findLastIndex(({ message }) => usesTool(message) && endsAnswer(message));
  const start = items.findLastIndex(({ message }, place) => place < end && endsAnswer(message)) + 1;
  let from = end;
  for (let place = start; place <= end; place += 1)
    if (beginsWithReasoning(items[place]?.message)) from = place;
    else bind(from, place);
  const inside: boolean[] = [];
  for (let place = 0, units = 0; place <= items.length; place += 1) {
    units += depth[place] ?? 0;
    inside.push(units > 0);
  }
  return inside;
}

/** Returns the newest answer if the model still waits for its results; -1 if a user message follows. */
function waitingAnswer(items: readonly Item[]): number {
  const isEither = ({ message }: Item): boolean =>
    message.role === "assistant" || isUserMessage(message);
  const newest = items.findLastIndex(isEither);
  const message = items[newest]?.message;
  return message?.role === "assistant" && isSendable(message) ? newest : -1;
}

/** Whether later messages are of another answer. */
function endsAnswer(message: Message): boolean {
  return isSendable(message) && (message.role === "user" || toolCalls(message).length > 0);
}

/** Whether the first part that is sent is signed reasoning. */
function beginsWithReasoning(message: Message | undefined): boolean {
  const parts: readonly Part[] = message === undefined || !isSendable(message) ? [] : message.parts;
  const first = parts.find((part) => (part.type === "reasoning" ? isSigned(part) : !isBlank(part)));
  return first?.type === "reasoning";
}

/**
 * Returns the newest position, at most `from`, such that {@link unsplittablePositions} of the items from there on is
 * correct after it: each result has its call among them, the newest answer is one of them, and no answer is split.
 */
export function selfContainedFrom(
  measured: readonly { readonly item: Item }[],
  from: number,
): number {
  const wanted = new Set<string>();
  let isAnswered = false;
  let place = measured.length;
  const isEnd = (): boolean => {
    const message = measured[place]?.item.message;
    return message !== undefined && endsAnswer(message);
  };
  while (place > 0 && (place > from || wanted.size > 0 || !isAnswered || !isEnd())) {
    place -= 1;
    const message = measured[place]?.item.message;
    if (message?.role === "tool") wanted.add(message.callId);
    if (message?.role !== "assistant") continue;
    isAnswered = true;
    if (wanted.size > 0) for (const { callId } of toolCalls(message)) wanted.delete(callId);
  }
  return place;
}
