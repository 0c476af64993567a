export { createModelCatalog, modelCatalog } from "./model-catalog.ts";
export type { ModelCatalog, ModelLimits, ModelPrices } from "./model-limits.ts";
