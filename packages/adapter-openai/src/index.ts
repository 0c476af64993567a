export type { CompactionOptions } from "@cutpoint/host-kit";
export { createCompactTool } from "./compact-tool.ts";
export { withCompaction } from "./with-compaction.ts";
export { createRecallTool } from "./recall-tool.ts";
