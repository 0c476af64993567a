export type { CompactionOptions } from "@cutpoint/host-kit";
export { withCompaction } from "./with-compaction.ts";
export { createRecallTool } from "./recall-tool.ts";
