export type { BranchSummaryOptions } from "./branches/branch-summary.ts";
export type { Branch } from "./branches/branches.ts";
export type {
  BeforeNavigation,
  NavigateOptions,
  NavigateResult,
  Navigation,
} from "./branches/navigate.ts";
export type { SessionTail, TailReplacement } from "./branches/replace-tail.ts";
export type {
  BranchEntry,
  CompactionEntry,
  Entry,
  HideEntry,
  MessageEntry,
  NoteEntry,
  PinEntry,
  TombstoneEntry,
} from "./log/entry.ts";
export { foldEntries } from "./log/fold.ts";
export type { SubAgentNote } from "./log/notes.ts";
export { readPath } from "./log/read-path.ts";
export { openSession } from "./open-session.ts";
export type { CopyOptions, SessionLocation } from "./retention/copy.ts";
export { copySession, forkSession } from "./retention/copy.ts";
export type { EraseResult } from "./retention/erase.ts";
export { eraseEntries } from "./retention/erase.ts";
export type { EvictCompactedResult } from "./retention/evict.ts";
export { evictCompacted } from "./retention/evict.ts";
export type { ItemChange } from "./revert.ts";
export type { RecallSource } from "./search/recall-sources.ts";
export type { CompactTool } from "./compact-tool.ts";
export { createCompactTool } from "./compact-tool.ts";
export type { RecallTool, RecallToolOptions } from "./search/recall-tool.ts";
export { createRecallTool } from "./search/recall-tool.ts";
export type { SessionSearchOptions } from "./search/search-session.ts";
export { searchSession } from "./search/search-session.ts";
export type {
  Session,
  SessionEvent,
  SessionFitOutcome,
  SessionFitResult,
  SessionOptions,
  SessionRecoverResult,
} from "./session.ts";
export type { SearchHit, SearchOptions, SessionStore } from "./store/contract.ts";
export type { ParentSession } from "./sub-agent.ts";
export type { ReadLastOptions, SummaryRecord, TurnLog } from "./turn-logs.ts";
export { readSummaries, readTurnLogs } from "./turn-logs.ts";
