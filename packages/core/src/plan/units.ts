import type { Item } from "../message/item.ts";
import { isUserMessage, type Message, type Part, toolCalls, usesTool } from "../message/message.ts";
import { pairResults } from "../view/pairing.ts";
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
  const resultsByCaller = pairResults(items.map((item) => item.message));
  const lastAnswer = items.findLastIndex((item) => item.message.role === "assistant");
  const last = items[lastAnswer]?.message;
  const isWaiting =
    last !== undefined &&
    isSendable(last) &&
    !items.slice(lastAnswer).some((item) => isUserMessage(item.message));
  for (const [caller, results] of resultsByCaller) {
    for (const result of results) {
      if (result !== null) bind(caller, result);
      else if (caller === lastAnswer && isWaiting) bind(caller, items.length);
    }
  }
  items.forEach(({ message }, index) => {
    if (isReasoningOnly(message)) bind(index, index + 1);
    const { group } = message;
    if (group !== undefined && group === items[index - 1]?.message.group) bind(index - 1, index);
  });
  // An answer may be several messages. Providers join them, and with calls they must begin with its reasoning.
  const end = items.findLastIndex(({ message }) => usesTool(message) && endsAnswer(message));
  const start = items.findLastIndex(({ message }, place) => place < end && endsAnswer(message)) + 1;
  let from = end;
  for (let place = start; place <= end; place += 1)
    if (beginsWithReasoning(items[place]?.message)) from = place;
    else bind(from, place);
  for (let place = 1; place <= items.length; place += 1)
    depth[place] = (depth[place] ?? 0) + (depth[place - 1] ?? 0);
  return Array.from(depth.subarray(0, items.length + 1), (open) => open > 0);
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
  let isEnd = false;
  while (place > 0 && (place > from || wanted.size > 0 || !isAnswered || !isEnd)) {
    place -= 1;
    const message = measured[place]?.item.message;
    isEnd = message !== undefined && endsAnswer(message);
    if (message?.role === "tool") wanted.add(message.callId);
    if (message?.role !== "assistant") continue;
    isAnswered = true;
    if (wanted.size > 0) for (const { callId } of toolCalls(message)) wanted.delete(callId);
  }
  return place;
}
