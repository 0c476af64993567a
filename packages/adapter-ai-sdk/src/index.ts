export type { CompactionOptions } from "./middleware.ts";
export { createCompactionMiddleware } from "./middleware.ts";
export { fromPrompt, toPrompt } from "./prompt/convert.ts";
export { withCompaction } from "./with-compaction.ts";
