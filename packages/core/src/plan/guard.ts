import type { History } from "../message/history.ts";
import { type Item, newestSaid } from "../message/item.ts";
import { isUserMessage } from "../message/message.ts";
import type { CompactionReason } from "../message/receipt.ts";
import type { PrefixBlock } from "../message/state.ts";
import type { ContextUsage } from "../tokens/usage.ts";
import { visibleItems } from "../view/boundary.ts";
import { isSendable } from "../view/sendable.ts";
import type { UnchangedReason } from "./unchanged-reason.ts";
import type { ResolvedPolicy } from "./policy.ts";

/** After this many failures in a row, no automatic compaction is tried before the next user message or a full window. */
export const MAX_FAILURES = 2;

/** After a failure, the context must grow by this share of the window before the next attempt, or exceed it. */
const BACKOFF_SHARE = 0.05;

/** Returns why no compaction should run now, if there is a reason. A manual one is only held if nothing is new. */
export function holdReason(
  reason: CompactionReason,
  history: History,
  usage: ContextUsage,
  resolved: ResolvedPolicy,
): UnchangedReason | null {
  const { items, state } = visibleItems(history);
  if (state === null) return null;
  const { guard } = state;
  const userMessageId = lastUserMessageId(items, state.prefix);
  if (reason === "overflow") {
    const isSpent =
      guard.recoveredUserMessageId !== null && guard.recoveredUserMessageId === userMessageId;
    return isSpent && !hasAnsweredSince(items, guard.compactedAtItemId)
      ? "already-recovered"
      : null;
  }
  const newest = newestSaid(items)?.id;
  if (newest !== undefined && guard.compactedAtItemId === newest) return "already-compacted";
  if (reason !== "threshold" || guard.failures === 0) return null;
  if (usage.tokens >= (usage.windowTokens ?? resolved.windowTokens)) return null;
  const isSameTurn = guard.failedUserMessageId === userMessageId;
  if (isSameTurn && guard.failures >= MAX_FAILURES) return "gave-up";
  const grown = usage.tokens - guard.tokensAtFailure;
  return grown < resolved.windowTokens * BACKOFF_SHARE ? "backing-off" : null;
}

/** Whether the model has answered after an item. An agent may answer many times for one user message. */
function hasAnsweredSince(items: readonly Item[], id: string | null): boolean {
  const later = items.slice(items.findLastIndex((item) => item.id === id) + 1);
  return later.some(({ message }) => message.role === "assistant" && isSendable(message));
}

/** Returns the last user message: among the items, or else in the prefix. */
export function lastUserMessageId(
  items: readonly Item[],
  prefix: readonly PrefixBlock[],
): string | null {
  const item = items.findLast(({ message }) => isUserMessage(message) && isSendable(message));
  const block = prefix.findLast(({ kind }) => kind === "user" || kind === "first-request");
  return item?.id ?? block?.sourceId ?? null;
}
