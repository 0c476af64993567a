export type { CompactionOptions } from "@cutpoint/host-kit";
export { fromAnthropicMessages, toAnthropicMessages } from "./convert.ts";
export { createCompactionMiddleware } from "./middleware.ts";
export { createRecallTool } from "./recall-tool.ts";
