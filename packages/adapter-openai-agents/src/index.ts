export type { AgentsSummarizerOptions } from "./summarizer.ts";
export { createAgentsSummarizer } from "./summarizer.ts";
export { fromAgentItems, toAgentItems } from "./items/convert.ts";
export type {
  CreateServerCompactionOptions,
  ServerCompacted,
  ServerCompaction,
  ServerCompactionOptions,
} from "./model/server-compaction.ts";
export { createServerCompaction } from "./model/server-compaction.ts";
export type { CompactionOptions } from "./model/with-compaction.ts";
export { withCompaction } from "./model/with-compaction.ts";
export { OVERFLOW_ENDPOINT, SUMMARY_ENDPOINT } from "./model/usage.ts";
export type {
  CompactingSession,
  SessionRequest,
  StoredSession,
} from "./session/compacting-session.ts";
export { createCompactingSession } from "./session/create-compacting-session.ts";
export type { CompactingRunnerOptions } from "./session/compacting-runner.ts";
export { createCompactingRunner } from "./session/compacting-runner.ts";
export type { StoredSessionOptions } from "./session/stored-session.ts";
export type { RunEvents, RunReport } from "./hooks/watch-runs.ts";
export { watchRuns } from "./hooks/watch-runs.ts";
export { createCompactTool } from "./compact-tool.ts";
export { createRecallTool } from "./recall-tool.ts";
export type { DecoratedSessionOptions } from "./session/decorated-session.ts";
