export type { CompactMessagesOptions } from "./compactor/compact-messages.ts";
export { compactMessages } from "./compactor/compact-messages.ts";
export { addRule, removeRule } from "./compactor/change-rules.ts";
export type { Compactor } from "./compactor/create-compactor.ts";
export type { FitOptions, PrepareOptions } from "./compactor/fit-options.ts";
export type { NotPrepared, PreparedCompaction } from "./compactor/prepared.ts";
export { createCompactor } from "./compactor/create-compactor.ts";
export type { CompactionEvent, TokenBreakdown } from "./compactor/events.ts";
export type {
  BeforeCompaction,
  CompactorOptions,
  Decision,
  Guidance,
  SummaryOptions,
} from "./compactor/options.ts";
export type { FitOutcome, FitResult, RecoverResult } from "./compactor/outcome.ts";
export type { DigestOptions } from "./digest/digest.ts";
export { digestOf } from "./digest/digest.ts";
export { renderDigest } from "./digest/render-digest.ts";
export type { ToolKind, ToolKinds } from "./digest/tool-kinds.ts";
export type { Digest } from "./message/digest.ts";
export type { CutpointErrorCode } from "./message/error.ts";
export { CutpointError, isCutpointError } from "./message/error.ts";
export type { History } from "./message/history.ts";
export type { Item } from "./message/item.ts";
export type { Json } from "./message/json.ts";
export type {
  AssistantMessage,
  FilePart,
  FinishReason,
  Message,
  OtherPart,
  Part,
  Provenance,
  ReasoningPart,
  SystemMessage,
  TextPart,
  TokenUsage,
  ToolCallPart,
  ToolMessage,
  UserMessage,
} from "./message/message.ts";
export {
  assistantMessage,
  syntheticMessage,
  systemMessage,
  textOf,
  toolCalls,
  toolMessage,
  userMessage,
} from "./message/message.ts";
export type { CompactionCost, TotalCost } from "./message/cost.ts";
export type {
  CompactionReason,
  PruningStep,
  Receipt,
  SummaryAttempt,
  SummaryFault,
} from "./message/receipt.ts";
export type { CachePlace, Request } from "./message/request.ts";
export type { CompactionState, PrefixBlock, Rule } from "./message/state.ts";
export type { CutBoundary, CutPoint, MeasuredItem } from "./plan/cut-point.ts";
export { findCutPoint } from "./plan/cut-point.ts";
export type { CachePolicy, NoPlan, Plan } from "./plan/plan.ts";
export type { UnchangedReason } from "./plan/unchanged-reason.ts";
export type { Keep } from "./plan/keep.ts";
export type { IntakeOptions, Policy, PruneOptions } from "./plan/policy.ts";
export type { Trigger } from "./plan/trigger.ts";
export type { Reminder, VerbatimBlocks } from "./plan/verbatim.ts";
export type { ProviderError, ProviderErrorClass } from "@cutpoint/provider-errors";
export { classifyProviderError, isContextOverflow } from "@cutpoint/provider-errors";
export type { Redact } from "@cutpoint/redact";
export { redactSecrets } from "@cutpoint/redact";
export type { FindRules, RuleStatement } from "@cutpoint/rules";
export { findRules } from "@cutpoint/rules";
export type { LiveRequest, Summarizer, Summary, SummaryRequest } from "./summary/summarizer.ts";
export { createCharacterEstimator } from "./tokens/character-estimator.ts";
export { estimateText } from "./tokens/estimate-text.ts";
export type { EstimatorOptions, TokenEstimator } from "./tokens/estimator.ts";
export { createEstimator } from "./tokens/estimator.ts";
export type { ContextUsage } from "./tokens/usage.ts";
export type { ModelCatalog, ModelLimits, ModelPrices } from "./tokens/window.ts";
export type { Layer } from "./view/layers.ts";
export type { ViewWarning } from "./view/sequence.ts";
export type { View } from "./view/view.ts";
export { viewOf } from "./view/view.ts";
