export type { CompactionMiddlewareOptions } from "./agent/compaction-middleware.ts";
export { createCompactionMiddleware } from "./agent/compaction-middleware.ts";
