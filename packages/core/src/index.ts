export type { Json } from "./model/json.ts";
export type {
  FinishReason,
  AssistantMessage,
  FilePart,
  Message,
  OtherPart,
  Part,
  Provenance,
  ReasoningPart,
  TokenUsage,
  SystemMessage,
  TextPart,
  ToolCallPart,
  ToolMessage,
  UserMessage,
} from "./model/message.ts";
export {
  assistantMessage,
  syntheticMessage,
  userMessage,
  systemMessage,
  textOf,
  toolCalls,
  toolMessage,
} from "./model/message.ts";
export { fingerprint } from "./model/fingerprint.ts";
export type { Item } from "./model/item.ts";
export type {
  ArtifactRecord,
  CommandRecord,
  Digest,
  HiddenRecord,
  SearchRecord,
} from "./model/digest.ts";
export type {
  CompactedRange,
  Guard,
  PrefixBlock,
  PrefixBlockKind,
  History,
  HistoryGap,
  CompactionState,
} from "./model/mark.ts";
export type { CompactionCost, CompactionReason, Receipt, PruningStep } from "./model/receipt.ts";
export type { SummaryAttempt, SummaryFailure, SummaryFault } from "./model/summary-attempt.ts";
export { sumUsage } from "./model/summary-attempt.ts";
export type {
  BranchEntry,
  CompactionEntry,
  Entry,
  HideEntry,
  MessageEntry,
  NoteEntry,
  PinEntry,
  TombstoneEntry,
} from "./model/entry.ts";
export type { CutpointErrorCode } from "./model/error.ts";
export { CutpointError, isCutpointError } from "./model/error.ts";
export type {
  AppendOptions,
  AppendResult,
  ErasableStore,
  EvictableStore,
  EvictOptions,
  EvictResult,
  ReadOptions,
  SearchableStore,
  SearchHit,
  SearchOptions,
  SessionStore,
} from "./log/store.ts";
export { readPath } from "./log/seek-path.ts";
export type { CachePlace, Request } from "./model/request.ts";
export { foldEntries } from "./log/fold.ts";
export type { Layer, LayerName, Stability } from "./log/layers.ts";
export type { ViewWarning } from "./log/sequence.ts";
export type { View, ViewRequest } from "./log/view.ts";
export { viewOf } from "./log/view.ts";
export { stateAfterReset, stateAfterRevert } from "./log/revert.ts";
export type { TokenEstimator } from "./tokens/estimator.ts";
export type { EstimatorOptions } from "./tokens/create-estimator.ts";
export { createEstimator } from "./tokens/create-estimator.ts";
export type { CharacterEstimatorOptions } from "./tokens/character-estimator.ts";
export { createCharacterEstimator } from "./tokens/character-estimator.ts";
export { estimateText } from "./tokens/estimate-text.ts";
export { fileTokens } from "./tokens/file-tokens.ts";
export type { MessageCounting } from "./tokens/message-tokens.ts";
export { messageTokens } from "./tokens/message-tokens.ts";
export type { Calibration, Calibrations } from "./model/calibration.ts";
export type { ModelCatalog, ModelLimits, WindowSource } from "./tokens/window.ts";
export type { Meter } from "./tokens/meter.ts";
export type { ContextUsage } from "./tokens/usage.ts";
export type { CutBoundary, CutPoint, MeasuredItem } from "./plan/cut-point.ts";
export { findCutPoint } from "./plan/cut-point.ts";
export type { CachePolicy } from "./plan/cache-keeping.ts";
export type { CachePrices, CostEstimate, SummaryRoute } from "./plan/cache-cost.ts";
export { estimateCost } from "./plan/cache-cost.ts";
export type { CachePolicyOptions } from "./plan/cache-policy.ts";
export { createCachePolicy } from "./plan/cache-policy.ts";
export type { Policy, PruneOptions } from "./plan/policy.ts";
export type { Trigger } from "./plan/trigger.ts";
export { documentPruning, reservePolicy, sharePolicy, timelinePolicy } from "./plan/presets.ts";
export type { Reminder } from "./plan/state.ts";
export type { VerbatimBlocks } from "./plan/carry.ts";
export type { NoPlan, Plan, UnchangedReason } from "./plan/plan.ts";
export type { PlanOptions } from "./plan/plan-compaction.ts";
export { planCompaction } from "./plan/plan-compaction.ts";
export { truncateMiddle } from "./model/clamp-text.ts";
export { anchorsOf } from "./digest/anchors.ts";
export type { DigestOptions } from "./digest/digest.ts";
export { DIGEST_LIMITS, digestOf, emptyDigest } from "./digest/digest.ts";
export type { FileOperations, FileOperationsOf } from "./digest/file-operations.ts";
export { escapeTags } from "./digest/our-tags.ts";
export type { RenderDigestOptions } from "./digest/render-digest.ts";
export { renderDigest } from "./digest/render-digest.ts";
export type { ToolArguments } from "./digest/tool-arguments.ts";
export type { ToolKind, ToolKinds } from "./digest/tool-kinds.ts";
export { toolKindOf } from "./digest/tool-kinds.ts";
export type { LiveRequest, Summarizer, Summary, SummaryRequest } from "./summarize/summarizer.ts";
export type { SummaryCheckLimits } from "./summarize/check-summary.ts";
export { cleanSummary, summaryFailure, summaryFault } from "./summarize/check-summary.ts";
export type { FoldOptions, TranscriptWindow } from "./summarize/fold-transcript.ts";
export { foldTranscript } from "./summarize/fold-transcript.ts";
export type { Redact } from "./summarize/redact.ts";
export { redactSecrets } from "./summarize/redact.ts";
export type { SplitSummary } from "./summarize/turn-context.ts";
export { joinTurnContext, splitTurnContext } from "./summarize/turn-context.ts";
export type { ChooseByCostOptions } from "./summarize/choose-by-cost.ts";
export { chooseByCost } from "./summarize/choose-by-cost.ts";
export { createExtractiveSummarizer } from "./summarize/extractive-summarizer.ts";
export { BRANCH_PREAMBLE } from "./summarize/branch-text.ts";
export type { PreambleOptions } from "./plan/summary-frame.ts";
export { preambleText, renderSummaryPieces } from "./plan/summary-frame.ts";
export type { ParsedSummary, SectionName, SummarySections } from "./summarize/sections.ts";
export {
  emptySections,
  parseSections,
  parseSummary,
  renderSections,
  TURN_CONTEXT_HEADING,
} from "./summarize/sections.ts";
export type { TranscriptOptions } from "./summarize/transcript.ts";
export { transcriptText } from "./summarize/transcript.ts";
export type { CompactionEvent, TokenBreakdown } from "./compactor/events.ts";
export { CONTINUATION_TEXT } from "./compactor/continuation.ts";
export type { BeforeCompaction, CompactorOptions, Decision } from "./compactor/engine.ts";
export type { Guidance, HookGuidance } from "./compactor/guidance.ts";
export type { FitResult, FitOutcome, RecoverResult, Situation } from "./compactor/outcome.ts";
export type { Sleep, SummaryOptions } from "./compactor/summary-rules.ts";
export { delay } from "./compactor/summary-rules.ts";
export type {
  ClassifyOptions,
  ProviderErrorClass,
} from "./compactor/overflow/classify-provider-error.ts";
export { classifyProviderError } from "./compactor/overflow/classify-provider-error.ts";
export { isContextOverflow } from "./compactor/overflow/is-context-overflow.ts";
export { isSilentOverflow } from "./compactor/overflow/is-silent-overflow.ts";
export type { Compactor, FitOptions } from "./compactor/create-compactor.ts";
export { createCompactor } from "./compactor/create-compactor.ts";
export type { CompactMessagesOptions } from "./compactor/compact-messages.ts";
export { budgetPolicy, compactMessages } from "./compactor/compact-messages.ts";
export type { ItemChange } from "./session/difference.ts";
export type { Branch } from "./session/branches.ts";
export type { BranchSummaryOptions } from "./session/branch-summary.ts";
export type {
  BeforeNavigation,
  NavigateResult,
  NavigateOptions,
  Navigation,
} from "./session/navigation.ts";
export type {
  PreparedCompaction,
  Session,
  SessionFitResult,
  SessionOptions,
  SessionRecoverResult,
} from "./session/session.ts";
export { openSession } from "./session/open-session.ts";
export type { CopyOptions, SessionLocation } from "./session/copy-session.ts";
export { copySession, forkSession } from "./session/copy-session.ts";
export type { EraseResult } from "./session/erase-entries.ts";
export { eraseEntries } from "./session/erase-entries.ts";
export type { EvictCompactedResult } from "./session/evict-covered.ts";
export { evictCompacted } from "./session/evict-covered.ts";
export type { SubAgentNote } from "./log/sub-agent-note.ts";
export type { ParentSession } from "./session/sub-agent.ts";
export type { RecallSource, RecallTool, RecallToolOptions } from "./session/recall-tool.ts";
export { createRecallTool } from "./session/recall-tool.ts";
export type { SessionSearchOptions } from "./session/search-session.ts";
export { searchSession } from "./session/search-session.ts";
export type { SummaryRecord, ReadLastOptions, TurnLog } from "./session/turn-logs.ts";
export { readSummaries, readTurnLogs } from "./session/turn-logs.ts";
