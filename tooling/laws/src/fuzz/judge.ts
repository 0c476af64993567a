import { type CompactionState, type History, type Item, viewOf } from "@cutpoint/core";
import { isSendable } from "@cutpoint/core/session";
import { isReasoningOnly } from "../../../../packages/core/src/view/sendable.ts";
import { partedUnits } from "../reference/units.ts";
import { wireViolations } from "../reference/wire-rules.ts";
import { anthropicViolations } from "./anthropic-rules.ts";
import type { HostResult } from "./host.ts";
import type { Asked } from "./mannered.ts";

/** Returns what is wrong with the result of a compaction. */
export function judge(history: History, fitted: HostResult, asked: Asked): readonly string[] {
  const originals = history.items.map((item) => item.message);
  return [
    ...wireViolations(fitted.view.messages, originals),
    ...largerThanBefore(fitted),
    ...lostItems(history, fitted),
    ...unheard(history, fitted, asked),
    ...splitByState(history, fitted),
    ...(asked.calls > 1 ? [`the summarizer was asked ${asked.calls} times`] : []),
  ];
}

/** Items after the boundary that are not shown, although a provider accepts them. */
function lostItems({ items }: History, { state, view }: HostResult): readonly string[] {
  const shown = new Set([...view.ids, ...view.warnings.map((warning) => warning.id)]);
  const kept = items.slice(boundaryOf(items, state));
  return kept.flatMap(({ id, message }, place) => {
    if (shown.has(id) || !isSendable(message) || isReasoningOnly(message)) return [];
    if (message.role === "tool" && isCalledByUnsent(kept.slice(0, place), message.callId))
      return [];
    return [`item ${id} is neither compacted nor shown`];
  });
}

/** Results of an answer that is not sent are not sent either. */
function isCalledByUnsent(before: readonly Item[], callId: string): boolean {
  return before.some(
    ({ message }) =>
      message.role === "assistant" &&
      !isSendable(message) &&
      message.parts.some((part) => part.type === "tool-call" && part.callId === callId),
  );
}

/** Items that this compaction replaced without passing them to a summarizer. */
function unheard(
  { items, state: before }: History,
  { state, outcome }: HostResult,
  asked: Asked,
): readonly string[] {
  if (outcome.type !== "compacted" || outcome.receipt.compacted.items === 0) return [];
  const given = new Set(asked.given);
  return items
    .slice(boundaryOf(items, before), boundaryOf(items, state))
    .filter(({ id }) => !given.has(id))
    .map(({ id }) => `item ${id} is compacted, but was not summarized`);
}

/** Units that the new boundary splits. */
function splitByState({ items, state: before }: History, { state }: HostResult): readonly string[] {
  const [from, through] = [boundaryOf(items, before), boundaryOf(items, state)];
  return from === through ? [] : partedUnits(items.slice(from), through - from);
}

function boundaryOf(items: readonly Item[], state: CompactionState | null): number {
  const through = state?.compactedThrough ?? null;
  return through === null ? 0 : items.findIndex((item) => item.id === through) + 1;
}

function largerThanBefore({ outcome }: HostResult): readonly string[] {
  if (outcome.type !== "compacted") return [];
  const { tokensAfter, tokensBefore } = outcome.receipt;
  return tokensAfter > tokensBefore ? [`${tokensBefore} tokens became ${tokensAfter}`] : [];
}

/** What Anthropic refuses in a view, unless it refuses the same in the items that were visible before. */
export function newAnthropicViolations(
  { items, state }: History,
  { view }: HostResult,
): readonly string[] {
  const found = anthropicViolations(view.messages);
  if (found.length === 0) return [];
  const visible = items.slice(boundaryOf(items, state));
  const before = new Set(anthropicViolations(viewOf({ items: visible, state: null }).messages));
  return found.filter((violation) => !before.has(violation));
}
