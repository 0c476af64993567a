export type { CachePrices, CostEstimate, SummaryRoute } from "./cache/cache-cost.ts";
export { estimateCost } from "./cache/cache-cost.ts";
export type { ChooseByCostOptions } from "./cache/choose-by-cost.ts";
export { chooseByCost } from "./cache/choose-by-cost.ts";
export type { CachePolicyOptions } from "./cache/create-cache-policy.ts";
export { createCachePolicy } from "./cache/create-cache-policy.ts";
export { dollarsOf } from "./tokens/dollars.ts";
