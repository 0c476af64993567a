export type {
  FormatName,
  ImportedSession,
  ImportedThread,
  Problem,
  ProblemCode,
  RecordedCompaction,
  SessionSource,
} from "./imported-session.ts";
export { liveItems } from "./live-items.ts";
export type { SessionInput } from "./lines.ts";
export type { ReadSessionOptions } from "./read-session.ts";
export { readSession } from "./read-session.ts";
