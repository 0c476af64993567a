export type { ClassifyOptions, ProviderError } from "./classify.ts";
export { classifyProviderError, isContextOverflow, readProviderError } from "./classify.ts";
export type { LimitUnit, ReportedLimit } from "./reported-limit.ts";
export type { ProviderErrorClass } from "./wordings.ts";
