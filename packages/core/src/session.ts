// What @cutpoint/session and @cutpoint/host-kit share with a compactor. Not for apps: any release may change it.
export { withRules } from "./compactor/change-rules.ts";
export type { CompactionStep } from "./compactor/events.ts";
export { askHook } from "./compactor/hooks.ts";
export type { HistorySnapshot } from "./compactor/is-continuation.ts";
export { isContinuation, takeSnapshot } from "./compactor/is-continuation.ts";
export { createListeners, warnUnknownWindow } from "./compactor/listeners.ts";
export type { SummarizerRun, SummaryResult } from "./compactor/run-summarizers.ts";
export { runSummarizers } from "./compactor/run-summarizers.ts";
export type { Check, Fields } from "./message/assert-message.ts";
export {
  assertMessage,
  assertMessages,
  assertValid,
  count,
  fields,
  json,
  message,
  name,
  oneOf,
  optional,
  text,
  variant,
  wrong,
} from "./message/assert-message.ts";
export { orNull } from "./message/assert-state.ts";
export { isTurnStart, newestSaid } from "./message/item.ts";
export { assertReadableState } from "./message/state.ts";
export { NEAR_SHARE } from "./plan/check.ts";
export { COMPACT_TOOL_NAME, hasAskedToCompact } from "./plan/compact-call.ts";
export type { Quote, Quotes } from "./plan/quotes.ts";
export { checkQuotes, MOST_QUOTED, passagesIn } from "./plan/quotes.ts";
export { unsplittablePositions } from "./plan/units.ts";
export { longestThatFits } from "./tokens/longest-that-fits.ts";
export type { TrackedHistory } from "./tokens/tracked-history.ts";
export { trackHistory } from "./tokens/tracked-history.ts";
export { pinBlocks } from "./view/prefix.ts";
export { isSendable } from "./view/sendable.ts";
