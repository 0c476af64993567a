// For authors of summarizers, estimators and adapters.
export { budgetPolicy } from "./compactor/compact-messages.ts";
export type { Sleep } from "./compactor/delay.ts";
export { delay } from "./compactor/delay.ts";
export { raceAbort } from "./compactor/race-abort.ts";
export type { TokenBudget } from "./digest/token-budget.ts";
export { writeWithin } from "./digest/token-budget.ts";
export type { ToolArguments } from "./digest/tool-kinds.ts";
export type { ToolRun } from "./digest/tool-runs.ts";
export { toolRuns } from "./digest/tool-runs.ts";
export { invalidInput } from "./message/error.ts";
export { sumUsage } from "./message/cost.ts";
export { isRecord } from "./message/json.ts";
export { isPlainChat, isUserMessage } from "./message/message.ts";
export type { Origin } from "./message/origin.ts";
export { emptyState, summaryOf } from "./message/state.ts";
export type { Steps } from "./message/steps.ts";
export { mapInSteps, runAtOnce, runInSlices } from "./message/steps.ts";
export { escapeTags, truncateMiddle } from "./message/text.ts";
export type { Quote, Quotes } from "./plan/compact-call.ts";
export {
  checkQuotes,
  COMPACT_TOOL_NAME,
  hasAskedToCompact,
  MOST_QUOTED,
  passagesIn,
} from "./plan/compact-call.ts";
export type { SummaryCheckLimits } from "./summary/check-summary.ts";
export { checkSummary } from "./summary/check-summary.ts";
export { joinDetails } from "./summary/details.ts";
export { summaryFailure } from "./summary/failure.ts";
export type { Redactor } from "./summary/redact.ts";
export { createRedactor } from "./summary/redact.ts";
export type { TranscriptOptions } from "./summary/transcript.ts";
export { transcriptText } from "./summary/transcript.ts";
export type { SplitSummary } from "./summary/turn-context.ts";
export { joinTurnContext, splitTurnContext, TURN_CONTEXT_HEADING } from "./summary/turn-context.ts";
export { removerOf } from "./summary/remove-statements.ts";
export type { MessageCounting } from "./tokens/message-tokens.ts";
export { messageTokens } from "./tokens/message-tokens.ts";
export { SUMMARY_PREAMBLE } from "./view/prefix.ts";
