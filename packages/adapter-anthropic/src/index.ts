export type { CompactionOptions } from "@cutpoint/host-kit";
export { createCompactTool } from "./compact-tool.ts";
export { fromAnthropicMessages, toAnthropicMessages } from "./convert.ts";
export { conversationOf } from "./conversation-of.ts";
export { createCompactionMiddleware } from "./middleware.ts";
export { createRecallTool } from "./recall-tool.ts";
