export type { CompactionOptions } from "@cutpoint/host-kit";
export { withCompaction } from "./with-compaction.ts";
