export { budgetPolicy } from "./compactor/compact-messages.ts";
export { reasonOf, tellTurnEnded, usageNow } from "./compactor/create-compactor.ts";
export type { Scope } from "./compactor/events.ts";
export { createEmitter, failureMessage } from "./compactor/events.ts";
export { CONTINUATION_TEXT, continuationOf } from "./compactor/finalize.ts";
export { askHook } from "./compactor/hooks.ts";
export type { ResolvedOptions, Sleep } from "./compactor/options.ts";
export { delay, planOptions, policyOf, resolveOptions } from "./compactor/options.ts";
export type { Situation } from "./compactor/outcome.ts";
export { overflowOf } from "./compactor/overflow.ts";
export type { Prepared, RunOptions, Unprepared } from "./compactor/prepare.ts";
export { prepare, withState } from "./compactor/prepare.ts";
export type { WritingOrder } from "./compactor/summary-request.ts";
export { DIGEST_SHARE, withFallback, writeSummary } from "./compactor/summary-request.ts";
export { emptyDigest } from "./digest/digest.ts";
export { fileOperationsOf, plainPath } from "./digest/file-operations.ts";
export type { TokenBudget } from "./digest/token-budget.ts";
export { writeWithin } from "./digest/token-budget.ts";
export type { ToolArguments } from "./digest/tool-kinds.ts";
export {
  commandArgument,
  pathArgument,
  queryArgument,
  toolArguments,
} from "./digest/tool-kinds.ts";
export type { ToolRun } from "./digest/tool-runs.ts";
export { exitCodeOf, hasFailed, toolRuns } from "./digest/tool-runs.ts";
export { invalidInput } from "./message/error.ts";
export type { HistoryGap } from "./message/history.ts";
export { isPinOnly, newestSaid } from "./message/item.ts";
export { getOwn } from "./message/json.ts";
export { isChat, isUserText, withParts } from "./message/message.ts";
export { sumUsage } from "./message/receipt.ts";
export type { CompactedRange, Guard } from "./message/state.ts";
export {
  assertReadableCompaction,
  assertReadableState,
  emptyState,
  summaryOf,
} from "./message/state.ts";
export { escapeTags, truncateMiddle } from "./message/text.ts";
export { fingerprint } from "./model/fingerprint.ts";
export { repeatedReads } from "./plan/read-calls.ts";
export { policyFor, windowFor } from "./plan/resolve-policy.ts";
export { preambleText } from "./plan/summary-frame.ts";
export { cleanSummary, isSkeleton, summaryFailure, summaryFault } from "./summary/check-summary.ts";
export { redactDigest, redactItem } from "./summary/redact.ts";
export type { TranscriptOptions } from "./summary/transcript.ts";
export { transcriptText } from "./summary/transcript.ts";
export type { SplitSummary } from "./summary/turn-context.ts";
export { TURN_CONTEXT_HEADING, joinTurnContext, splitTurnContext } from "./summary/turn-context.ts";
export type { MessageCounting } from "./tokens/message-tokens.ts";
export { messageTokens } from "./tokens/message-tokens.ts";
export type { TrackedHistory } from "./tokens/tracked-history.ts";
export { trackHistory } from "./tokens/tracked-history.ts";
export { boundaryOf, visibleItems } from "./view/boundary.ts";
export { pinPieces } from "./view/prefix.ts";
export { isSendable } from "./view/sendable.ts";
export { isTurnStart } from "./view/turn-start.ts";
