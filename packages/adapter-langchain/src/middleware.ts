export type { CompactionMiddlewareOptions } from "./agent/compaction-middleware.ts";
export { createCompactionMiddleware } from "./agent/compaction-middleware.ts";
export type { ThreadMessages, ThreadRecord } from "./agent/thread-record.ts";
export { deleteThread, readThreadMessages } from "./agent/thread-record.ts";
