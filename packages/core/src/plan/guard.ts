import type { History } from "../message/history.ts";
import { type Item, newestSaid } from "../message/item.ts";
import { isUserMessage } from "../message/message.ts";
import type { CompactionReason } from "../message/receipt.ts";
import { emptyState, type Guard, type PrefixBlock } from "../message/state.ts";
import type { ContextUsage } from "../tokens/usage.ts";
import { visibleItems } from "../view/boundary.ts";
import { isSendable } from "../view/sendable.ts";
import type { UnchangedReason } from "./plan.ts";
import type { ResolvedPolicy } from "./policy.ts";

/** After this many compactions in a row that came to nothing, none is tried before the human speaks again. */
export const MAX_FAILURES = 2;

/** After one that came to nothing, the context must grow by this share of the window before the next. */
const BACKOFF_SHARE = 0.05;

/**
 * Why no compaction should run now, although one is due or asked for: nothing was said since the last, one recovery was
 * made for this human message and the model has not answered since, or earlier ones came to nothing. A compaction by
 * hand is only held by the first.
 */
export function holdReason(
  reason: CompactionReason,
  history: History,
  usage: ContextUsage,
  resolved: ResolvedPolicy,
): UnchangedReason | null {
  const { items, state } = visibleItems(history);
  if (state === null) return null;
  const { guard } = state;
  const speaker = lastUserMessageId(items, state.prefix);
  if (reason === "overflow") {
    const isSpent =
      guard.recoveredUserMessageId !== null && guard.recoveredUserMessageId === speaker;
    return isSpent && !hasAnsweredSince(items, guard.compactedAtItemId)
      ? "already-recovered"
      : null;
  }
  const newest = newestSaid(items)?.id;
  if (newest !== undefined && guard.compactedAtItemId === newest) return "already-compacted";
  if (reason !== "threshold" || guard.failures === 0 || guard.failedUserMessageId !== speaker)
    return null;
  if (guard.failures >= MAX_FAILURES) return "gave-up";
  const grown = usage.tokens - guard.tokensAtFailure;
  return grown < resolved.windowTokens * BACKOFF_SHARE ? "backing-off" : null;
}

/** Whether the model has answered after some item: an agent asks it many times for one human message. */
function hasAnsweredSince(items: readonly Item[], id: string | null): boolean {
  const later = items.slice(items.findLastIndex((item) => item.id === id) + 1);
  return later.some(({ message }) => message.role === "assistant" && isSendable(message));
}

/** The last human message of a conversation: among the items, else the newest that the head carries. */
export function lastUserMessageId(
  items: readonly Item[],
  head: readonly PrefixBlock[],
): string | null {
  const said = items.findLast(({ message }) => isUserMessage(message) && isSendable(message));
  const carried = head.findLast((piece) => piece.kind === "user" || piece.kind === "first-request");
  return said?.id ?? carried?.sourceId ?? null;
}

/** The guard after a compaction that came to nothing. */
export function recordFailure(history: History, tokens: number): Guard {
  const { items, state } = visibleItems(history);
  const before = (state ?? emptyState()).guard;
  const failedUserMessageId = lastUserMessageId(items, state?.prefix ?? []);
  const failures = before.failedUserMessageId === failedUserMessageId ? before.failures + 1 : 1;
  return { ...before, failures, failedUserMessageId, tokensAtFailure: tokens };
}
