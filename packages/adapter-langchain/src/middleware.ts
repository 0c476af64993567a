export type { CompactionMiddlewareOptions } from "./agent/compaction-middleware.ts";
export { createCompactionMiddleware } from "./agent/compaction-middleware.ts";
export type { ThreadRecord } from "./agent/thread-record.ts";
export { readThreadMessages } from "./agent/thread-record.ts";
