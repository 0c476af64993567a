import type { History } from "../message/history.ts";
import type { Item } from "../message/item.ts";
import { isUserMessage, type Message, type ToolCallPart, toolCalls } from "../message/message.ts";

/** The name of the tool with which a model asks for a compaction, in every host. */
export const COMPACT_TOOL_NAME = "compact_conversation";

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

/** Returns the first call of each turn since the last compaction, newest first. */
export function findCalls(
  items: readonly Item[],
  compactedAt: string | null,
): readonly FoundCall[] {
  const found: FoundCall[] = [];
  for (let end = items.length - 1; end >= 0 && items[end]?.id !== compactedAt; end -= 1) {
    const next = items[end + 1];
    const isTurnEnd = next === undefined || isUserMessage(next.message);
    const call = isTurnEnd ? findCall(items, end, compactedAt) : null;
    if (call !== null) found.push(call);
  }
  return found;
}

/** Returns the calls of the tool in a message. */
export function compactCalls(message: Message): readonly ToolCallPart[] {
  return toolCalls(message).filter(({ name }) => name === COMPACT_TOOL_NAME);
}
