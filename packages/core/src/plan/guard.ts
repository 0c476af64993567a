import { liveOf } from "../log/boundary.ts";
import { isSendable } from "../log/sendable.ts";
import { type Item, newestSaid } from "../model/item.ts";
import { emptyMark, type Guard, type HeadPiece, type History } from "../model/mark.ts";
import { isHuman } from "../model/message.ts";
import type { CompactionReason } from "../model/receipt.ts";
import type { Usage } from "../tokens/usage.ts";
import type { UnchangedReason } from "./plan.ts";
import type { ResolvedPolicy } from "./policy.ts";

/** After this many compactions in a row that came to nothing, none is tried before the human speaks again. */
export const MAX_MISSES = 2;

/** After one that came to nothing, the context must grow by this share of the window before the next. */
const COOLING_SHARE = 0.05;

/**
 * Why no compaction should run now, although one is due or asked for: nothing was said since the last, one recovery was
 * made for this human message and the model has not answered since, or earlier ones came to nothing. A compaction by
 * hand is only held by the first.
 */
export function restingFor(
  reason: CompactionReason,
  history: History,
  usage: Usage,
  resolved: ResolvedPolicy,
): UnchangedReason | null {
  const { items, mark } = liveOf(history);
  if (mark === null) return null;
  const { guard } = mark;
  const speaker = lastHumanId(items, mark.head);
  if (reason === "overflow") {
    const isSpent = guard.recoveredFor !== null && guard.recoveredFor === speaker;
    return isSpent && !hasAnsweredSince(items, guard.compactedThrough) ? "already-recovered" : null;
  }
  const newest = newestSaid(items)?.id;
  if (newest !== undefined && guard.compactedThrough === newest) return "already-compacted";
  if (reason !== "threshold" || guard.misses === 0 || guard.missedFor !== speaker) return null;
  if (guard.misses >= MAX_MISSES) return "exhausted";
  const grown = usage.tokens - guard.missedTokens;
  return grown < resolved.windowTokens * COOLING_SHARE ? "cooling" : null;
}

/** Whether the model has answered after some item: an agent asks it many times for one human message. */
function hasAnsweredSince(items: readonly Item[], id: string | null): boolean {
  const later = items.slice(items.findLastIndex((item) => item.id === id) + 1);
  return later.some(({ message }) => message.role === "assistant" && isSendable(message));
}

/** The last human message of a conversation: among the items, else the newest that the head carries. */
export function lastHumanId(items: readonly Item[], head: readonly HeadPiece[]): string | null {
  const said = items.findLast(({ message }) => isHuman(message) && isSendable(message));
  const carried = head.findLast(
    (piece) => piece.kind === "human" || piece.kind === "first-request",
  );
  return said?.id ?? carried?.sourceId ?? null;
}

/** The guard after a compaction that came to nothing. */
export function missed(history: History, tokens: number): Guard {
  const { items, mark } = liveOf(history);
  const before = (mark ?? emptyMark()).guard;
  const missedFor = lastHumanId(items, mark?.head ?? []);
  const misses = before.missedFor === missedFor ? before.misses + 1 : 1;
  return { ...before, misses, missedFor, missedTokens: tokens };
}
