import { getOwn } from "../message/json.ts";
import type { ModelCatalog, ModelLimits } from "../tokens/window.ts";
import { KNOWN_MODELS } from "./known-models.ts";
import { modelNames } from "./model-names.ts";

/**
 * Returns a catalog over a table of models by name.
 *
 * A name is found as it is, and also as hosts write it: behind a provider's name or region (`openai/gpt-4o`,
 * `us.anthropic.claude-opus-4-5-20251101-v1:0`), in front of a date, `latest` or `preview`, in other letters. A name
 * that only looks alike is unknown.
 */
export function createModelCatalog(models: Readonly<Record<string, ModelLimits>>): ModelCatalog {
  const bySmallName = Object.fromEntries(
    Object.entries(models).map(([name, limits]) => [name.toLowerCase(), limits]),
  );
  let newest: { readonly model: string; readonly limits: ModelLimits | null } | null = null;
  return (model) => {
    const exact = getOwn(models, model);
    if (exact !== undefined) return exact;
    if (newest?.model !== model) {
      const name = modelNames(model).find((each) => getOwn(bySmallName, each) !== undefined);
      newest = { model, limits: getOwn(bySmallName, name ?? "") ?? null };
    }
    return newest.limits;
  };
}

/** Knows the models that this release was published with. */
export const modelCatalog: ModelCatalog = createModelCatalog(KNOWN_MODELS);
