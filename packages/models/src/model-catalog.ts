import { KNOWN_MODELS } from "./known-models.ts";
import type { ModelCatalog, ModelLimits } from "./model-limits.ts";

/** `us.anthropic.` and `anthropic.` on Bedrock. */
const BEDROCK_PREFIX = /^(?:[a-z]{2,}(?:-[a-z]+)?\.){1,2}(?=[a-z])/u;
/** `-v1:0` on Bedrock, `@20250929` on Vertex, `:free` on OpenRouter. */
const HOST_SUFFIX = /(?:-v?\d+:\d+|-v\d+|@[a-z0-9]+|:[a-z]+)$/u;
const VERSION = /-(?:latest|preview|\d{8}|\d{4}-\d{2}-\d{2})$/u;

/**
 * Creates a catalog from limits by model name.
 *
 * Also finds the names that hosts use: with a provider or region (`openai/gpt-4o`,
 * `us.anthropic.claude-opus-4-5-20251101-v1:0`), with a date, `latest` or `preview` at the end, or in upper case.
 */
export function createModelCatalog(models: Readonly<Record<string, ModelLimits>>): ModelCatalog {
  const byLowerName = Object.fromEntries(
    Object.entries(models).map(([name, limits]) => [name.toLowerCase(), limits]),
  );
  let newest: { readonly model: string; readonly limits: ModelLimits | null } | null = null;
  return (model) => {
    const exact = getOwn(models, model);
    if (exact !== undefined) return exact;
    if (newest?.model !== model) {
      const name = namesOf(model).find((each) => getOwn(byLowerName, each) !== undefined);
      newest = { model, limits: getOwn(byLowerName, name ?? "") ?? null };
    }
    return newest.limits;
  };
}

/** Returns the names under which a model may be listed, in lower case, the longest first. */
function namesOf(model: string): readonly string[] {
  const written = model.toLowerCase();
  const own = written.slice(written.lastIndexOf("/") + 1).replace(HOST_SUFFIX, "");
  const plain = withDashes(own.replace(BEDROCK_PREFIX, ""));
  return [written, withDashes(own), plain, plain.replace(VERSION, "")];
}

/** Reads an own property. Inherited keys such as `constructor` return `undefined`. */
function getOwn<Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** Some hosts write `claude-opus-4.5`. */
function withDashes(name: string): string {
  return name.startsWith("claude-") ? name.replaceAll(".", "-") : name;
}

/** The catalog of the models that were known when this release was published. */
export const modelCatalog: ModelCatalog = createModelCatalog(KNOWN_MODELS);
