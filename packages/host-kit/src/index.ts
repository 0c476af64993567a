// For authors of adapters whose host stores no compaction state.
export { anthropicAnswer, anthropicCodec } from "./anthropic/codec.ts";
export type { AnthropicBlock, AnthropicMessage, AnthropicUnit } from "./anthropic/messages.ts";
export { base64ToBytes, bytesToBase64 } from "./base64.ts";
export type { CallCompactor, CompactionOptions } from "./call-compactor.ts";
export { createCallCompactor } from "./call-compactor.ts";
export type { ChatContentPart, ChatMessage, ChatToolCall } from "./chat/chat-message.ts";
export { chatAnswer, chatCodec } from "./chat/codec.ts";
export type { CompactedCall, ModelCall } from "./compacted-call.ts";
export type { CompactionProgress } from "./compaction-progress.ts";
export { compactionProgress } from "./compaction-progress.ts";
export { fromUnits, toUnits } from "./convert-units.ts";
export { createEmptyAnswer } from "./empty-answer.ts";
export { fingerprint } from "./fingerprint.ts";
export type { ChatUnit } from "./chat/from-chat-message.ts";
export type { HeldStream } from "./held-stream.ts";
export { holdStream } from "./held-stream.ts";
export { fromJson, sortedJson, toJson, wellFormedJson } from "./json.ts";
export type { RecentMap } from "./recent-map.ts";
export { createRecentMap } from "./recent-map.ts";
export { requestOptions } from "./request-options.ts";
export { responsesAnswer, responsesCodec } from "./responses/codec.ts";
export type { ResponsesItem, ResponsesUnit } from "./responses/items.ts";
export type { StateStorage } from "./state-storage.ts";
export { createStateStorage, findNewest } from "./state-storage.ts";
export { isChatMessage, toChatMessage } from "./chat/to-chat-message.ts";
export type { AnswerText, OriginalUnit, UnitFormat } from "./unit-format.ts";
export { isSameUnits } from "./unit-items.ts";
export { userProvenance } from "./user-provenance.ts";
export type { WireCodec } from "./wire-codec.ts";
export type { WireCall } from "./wire-compactor.ts";
export { createWireCompactor } from "./wire-compactor.ts";
export type {
  JsonObject,
  StreamReader,
  WireAnswer,
  WireFormat,
  WireRequest,
} from "./wire-format.ts";
export { withOfflineFallback } from "./with-offline-fallback.ts";
