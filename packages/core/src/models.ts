export { createModelCatalog, modelCatalog } from "./tokens/model-catalog.ts";
export type { ModelCatalog, ModelLimits } from "./tokens/window.ts";
