// For authors of adapters.
export { hasOtherCallIds } from "./call-ids.ts";
export type { CompactionProgress } from "./compaction-progress.ts";
export { compactionProgress, isCompactionStep } from "./compaction-progress.ts";
export { fromUnits, toUnits } from "./convert-units.ts";
export { createEmptyAnswer } from "./empty-answer.ts";
export { warningListener } from "./event-listener.ts";
export { bytesToBase64, nonEmptyText, readFilePart } from "./file-part.ts";
export { fingerprint } from "./fingerprint.ts";
export type { CompactionWarning, Guard, GuardedCall, GuardStep, HostCall } from "./guard.ts";
export type { CompactionOptions, GuardHooks } from "./guarded-call.ts";
export { createGuardedCall, createHostGuard } from "./guarded-call.ts";
export { createHostCompactTool } from "./compact-tool.ts";
export type { HeldStream } from "./held-stream.ts";
export { holdStream } from "./held-stream.ts";
export type {
  AnswerUsage,
  HostItems,
  HostReader,
  HostRequest,
  ReaderFormat,
} from "./host-reader.ts";
export { createHostReader } from "./host-reader.ts";
export { originalOf, withOriginal } from "./original.ts";
export { originalPlaces, partContent } from "./original-places.ts";
export { fromJson, sortedJson, toJson, wellFormedJson } from "./json.ts";
export type { MessageFormat } from "./message-format.ts";
export { createMessageFormat } from "./message-format.ts";
export { liveMessages, unitOf } from "./read-units.ts";
export type { HostMessages, HostRecallSource, HostTool } from "./recall-tool.ts";
export { createHostRecallTool } from "./recall-tool.ts";
export type { Attempt, SendOptions, SentCall } from "./send-guarded.ts";
export { sendGuarded } from "./send-guarded.ts";
export { requestOptions } from "./request-options.ts";
export type { StateCodec } from "./states/encode-states.ts";
export { encodeStates } from "./states/encode-states.ts";
export { expireStates } from "./states/expire-states.ts";
export type { KeptState } from "./states/kept-state.ts";
export type { StateOptions } from "./states/state-options.ts";
export type { OriginalUnit, UnitFormat } from "./unit-format.ts";
export { findToolName } from "./unit-format.ts";
export { showsAll } from "./unit-view.ts";
export { userProvenance } from "./user-provenance.ts";
export { withOfflineFallback } from "./with-offline-fallback.ts";
