import type { Item } from "../message/item.ts";
import { toolCalls } from "../message/message.ts";
import { pairResults } from "../view/pairing.ts";
import { isReasoningOnly, isSendable } from "../view/sendable.ts";
import { isTurnStart } from "../view/turn-start.ts";

/** The index where the turn of an item begins; the first item where no start is before it. */
export function turnStartOf(items: readonly Item[], index: number): number {
  for (let place = index; place > 0; place -= 1) {
    const item = items[place];
    if (item !== undefined && isTurnStart(item, items[place - 1])) return place;
  }
  return 0;
}

/**
 * For every place between items, 0 to `items.length`, whether a cut there would part a unit: a call and its result,
 * reasoning and what follows it, the messages of one group, a call that may still be answered and the end. No call of a
 * failed answer waits.
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
  const isWaiting = last !== undefined && isSendable(last);
  for (const [caller, results] of resultsByCaller) {
    for (const result of results) {
      if (result !== null) bind(caller, result);
      else if (caller === lastAnswer && isWaiting) bind(caller, items.length);
    }
  }
  items.forEach(({ message }, index) => {
    if (isReasoningOnly(message)) bind(index, index + 1);
    const before = items[index - 1]?.message.group;
    if (message.group !== undefined && message.group === before) bind(index - 1, index);
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
 * Whether the newest items of a conversation tell by themselves which of their places part a unit, the first place
 * excepted: each result has its call among them, and the newest answer is one of them.
 */
export function isSelfContained(items: readonly Item[]): boolean {
  const called = new Set<string>();
  let isAnswered = false;
  for (const { message } of items) {
    if (message.role === "tool" && !called.has(message.callId)) return false;
    if (message.role !== "assistant") continue;
    isAnswered = true;
    for (const { callId } of toolCalls(message)) called.add(callId);
  }
  return isAnswered;
}
