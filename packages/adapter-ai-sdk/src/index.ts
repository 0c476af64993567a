export type { CompactionOptions } from "@cutpoint/host-kit";
export { createCompactionMiddleware } from "./middleware.ts";
export { fromPrompt, toPrompt } from "./prompt/convert.ts";
export { withCompaction } from "./with-compaction.ts";
