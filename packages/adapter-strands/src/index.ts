export { createCompactTool } from "./compact-tool.ts";
export { fromStrandsMessages, toStrandsMessages } from "./convert.ts";
export { createCompactionMiddleware } from "./middleware.ts";
export type { StrandsCompactionOptions } from "./middleware.ts";
export { createRecallTool } from "./recall-tool.ts";
