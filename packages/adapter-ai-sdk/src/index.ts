export type { CompactionOptions } from "./middleware.ts";
export { createCompactionMiddleware } from "./middleware.ts";
export { fromPrompt, toPrompt } from "./prompt/convert.ts";
export type { StateStorage } from "./state-storage.ts";
export { createStateStorage } from "./state-storage.ts";
export { withCompaction } from "./with-compaction.ts";
