export type { Json } from "./model/json.ts";
export type {
  AssistantMessage,
  FilePart,
  Message,
  OtherPart,
  Outcome,
  Part,
  Provenance,
  ReasoningPart,
  ReportedUsage,
  SystemMessage,
  TextPart,
  ToolCallPart,
  ToolMessage,
  UserMessage,
} from "./model/message.ts";
export {
  assistantMessage,
  hostMessage,
  humanMessage,
  systemMessage,
  textOf,
  toolCalls,
  toolMessage,
} from "./model/message.ts";
export type { Item } from "./model/item.ts";
export type {
  ArtifactRecord,
  CommandRecord,
  Digest,
  HiddenRecord,
  SearchRecord,
} from "./model/digest.ts";
export type { Covered, HeadPiece, HeadPieceKind, History, Mark } from "./model/mark.ts";
export type { CompactionReason, Receipt } from "./model/receipt.ts";
export type {
  BranchEntry,
  CompactionEntry,
  Entry,
  HideEntry,
  MessageEntry,
  NoteEntry,
  PinEntry,
} from "./model/entry.ts";
export type { CutpointErrorCode } from "./model/error.ts";
export { CutpointError, isCutpointError } from "./model/error.ts";
export type { AppendOptions, AppendResult, ReadOptions, SessionStore } from "./log/store.ts";
export type { TokenEstimator } from "./tokens/estimator.ts";
export type { EstimatorOptions } from "./tokens/create-estimator.ts";
export { createEstimator } from "./tokens/create-estimator.ts";
export type { CharacterEstimatorOptions } from "./tokens/character-estimator.ts";
export { createCharacterEstimator } from "./tokens/character-estimator.ts";
export { estimateText } from "./tokens/estimate-text.ts";
export { fileTokens } from "./tokens/file-tokens.ts";
export type { MessageCounting } from "./tokens/message-tokens.ts";
export { messageTokens } from "./tokens/message-tokens.ts";
export type { Summarizer, Summary, SummaryRequest } from "./summarize/summarizer.ts";
