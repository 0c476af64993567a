import type { Item } from "../message/item.ts";
import { type Part, withParts } from "../message/message.ts";
import type { CompactionState } from "../message/state.ts";

/**
 * Creates a function that removes signed reasoning that the model would refuse from each visible item, called in order.
 * `null` if the model accepts all of it.
 *
 * Signed reasoning is refused up to the newest change of the view or the request, and in answers to a view that has
 * changed since. If the item of such a change is gone, all signed reasoning is removed: that is accepted, while invalid
 * reasoning makes the request fail.
 *
 * @param isLost whether the boundary of the state is lost
 */
export function createThinkingFilter(
  state: CompactionState | null,
  isLost: boolean,
): ((item: Item) => Item) | null {
  if (state?.thinking?.isBound !== true) return null;
  const { compactedThrough, lastSeenId, thinking } = state;
  const changedAt = new Set(
    [lastSeenId, thinking.validAfter].filter((id) => id !== null && id !== compactedThrough),
  );
  return (item) => {
    const isRefused = isLost || changedAt.size > 0 || item.stale === true;
    changedAt.delete(item.id);
    return isRefused ? withoutSignedReasoning(item) : item;
  };
}

/** Whether an item has reasoning that a provider signed or encrypted. */
export function hasSignedReasoning({ message }: Item): boolean {
  const parts: readonly Part[] = message.parts;
  return message.role === "assistant" && parts.some(isSigned);
}

/** Returns an item without signed reasoning; the same item if it has none. */
export function withoutSignedReasoning(item: Item): Item {
  if (!hasSignedReasoning(item)) return item;
  const parts: readonly Part[] = item.message.parts;
  const kept = parts.filter((part) => !isSigned(part));
  return { ...item, message: withParts(item.message, kept) };
}

export function isSigned(part: Part): boolean {
  return part.type === "reasoning" && part.signature !== undefined;
}
