import type { Item } from "../message/item.ts";
import { isUserMessage, toolCalls } from "../message/message.ts";
import { pairResults } from "../view/pairing.ts";
import { isReasoningOnly, isSendable } from "../view/sendable.ts";

/**
 * Returns for every position, 0 to `items.length`, whether a cut there would split a unit: a call and its result,
 * reasoning and the message after it, messages of one group, or an open call and the end. Calls of a failed answer are
 * not open, nor are calls before a user message.
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
  const inside: boolean[] = [];
  let open = 0;
  for (let place = 0; place <= items.length; place += 1) {
    open += depth[place] ?? 0;
    inside.push(open > 0);
  }
  return inside;
}

/**
 * Returns the newest position, at most `from`, such that {@link unsplittablePositions} of the items from there on is
 * correct after it: each result has its call among them, and the newest answer is one of them.
 */
export function selfContainedFrom(
  measured: readonly { readonly item: Item }[],
  from: number,
): number {
  const wanted = new Set<string>();
  let isAnswered = false;
  let place = measured.length;
  while (place > 0 && (place > from || wanted.size > 0 || !isAnswered)) {
    place -= 1;
    const message = measured[place]?.item.message;
    if (message?.role === "tool") wanted.add(message.callId);
    if (message?.role !== "assistant") continue;
    isAnswered = true;
    if (wanted.size > 0) for (const { callId } of toolCalls(message)) wanted.delete(callId);
  }
  return place;
}
