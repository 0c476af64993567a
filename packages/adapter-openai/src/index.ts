export type { CompactionOptions } from "@cutpoint/host-kit";
export { createCompactTool } from "./compact-tool.ts";
export { chatConversationOf, responsesConversationOf } from "./conversation-of.ts";
export { withCompaction } from "./with-compaction.ts";
export { createRecallTool } from "./recall-tool.ts";
