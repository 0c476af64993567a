import { getOwn } from "../message/json.ts";
import type { ModelCatalog, ModelLimits } from "../tokens/window.ts";
import { KNOWN_MODELS } from "./known-models.ts";

/** A date or `latest` behind a model's name: the same model at one time. */
const VERSION = /-(?:latest|\d{8}|\d{4}-\d{2}-\d{2})$/u;

/**
 * A catalogue out of a table of models by name. A name is found as it is, without a provider's name before it
 * (`openai/gpt-4o`), and without a date or `latest` behind it; anything else is unknown, never guessed.
 */
export function createModelCatalog(models: Readonly<Record<string, ModelLimits>>): ModelCatalog {
  return (model) => {
    const name = model.slice(model.lastIndexOf("/") + 1);
    return getOwn(models, name) ?? getOwn(models, name.replace(VERSION, "")) ?? null;
  };
}

/** The models that this release knows of, with the figures of their providers' own pages. */
export const modelCatalog: ModelCatalog = createModelCatalog(KNOWN_MODELS);
