export { createModelCatalog, modelCatalog } from "./models/model-catalog.ts";
export type { ModelCatalog, ModelLimits } from "./tokens/window.ts";
