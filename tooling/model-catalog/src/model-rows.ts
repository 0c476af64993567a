import { BINDING_MODELS, OPENAI_CACHE, OTHER_NAMES, RETIRED_MODELS } from "./additions.ts";
import { readProvider, sourceName, type SourceModel } from "./source-models.ts";

/** Provider lists. The first list that contains a model is used. */
const PROVIDERS: readonly string[] = [
  "anthropic",
  "openai",
  "google",
  "xai",
  "mistral",
  "deepseek",
  "meta",
  "moonshotai",
  "zai",
  "minimax",
  "xiaomi",
  "qwen-token-plan",
  "groq",
  "cerebras",
  "amazon-bedrock",
];

const DATE = /-(?:\d{8}|\d{4}-\d{2}-\d{2})$/u;
const UNKNOWN = "-";

/** Returns the source of the data file of `@cutpoint/models`, with one row for the models that have the same limits and prices. */
export function modelDataSource(): string {
  return [
    `/**`,
    ` * Written by \`npx --yes pnpm@12 model-catalog\` from the data files of ${sourceName()} (MIT,`,
    ` * https://github.com/earendil-works/pi) and the table in \`tooling/model-catalog/src/additions.ts\`. Do not edit.`,
    ` *`,
    ` * Columns: models, window and output in tokens, images and bytes of a request, cache lifetimes in seconds (short, long),`,
    ` * whether thinking is bound, prices in US dollars for a million tokens (input/output/cache read/cache write), and`,
    ` * prices above a number of input tokens. \`-\` is unknown.`,
    ` */`,
    `export const MODEL_DATA = \``,
    ...modelRows(),
    "`;",
    "",
  ].join("\n");
}

function modelRows(): readonly string[] {
  const known = new Map<string, string>();
  for (const model of [...PROVIDERS.flatMap(readModels), ...RETIRED_MODELS, ...OTHER_NAMES]) {
    const name = model.id.toLowerCase();
    const row = rowOf(model);
    if (known.has(name) || row === known.get(name.replace(DATE, ""))) continue;
    known.set(name, row);
  }
  const models = Map.groupBy(known.keys(), (name) => known.get(name) ?? "");
  return Array.from(models, ([row, names]) => `${names.join(",")} ${row}`);
}

function readModels(provider: string): readonly SourceModel[] {
  const models = readProvider(provider);
  if (provider === "openai") return models.map(withWholeWindow).map(withOpenAICache);
  if (provider === "amazon-bedrock")
    return models
      .filter(({ id }) => id.startsWith("amazon."))
      .map((model) => ({ ...model, id: model.id.replace(/^amazon\.|-v\d+:\d+$/gu, "") }));
  return models.map((model) => ({ ...model, id: model.id.slice(model.id.lastIndexOf("/") + 1) }));
}

/**
 * Restores the window of models whose window the source ends at a price step.
 *
 * The source does this for OpenAI's own endpoint. Its list for Azure has the windows of the same models.
 */
function withWholeWindow(model: SourceModel): SourceModel {
  const isCutAtPrice = model.cost.tiers?.some(
    ({ inputTokensAbove }) => inputTokensAbove === model.contextWindow,
  );
  const whole = readProvider("azure").find(({ id }) => id === model.id);
  return isCutAtPrice === true && whole !== undefined
    ? { ...model, contextWindow: whole.contextWindow }
    : model;
}

function withOpenAICache(model: SourceModel): SourceModel {
  return OPENAI_CACHE.models.test(model.id)
    ? { ...model, promptCache: OPENAI_CACHE.seconds }
    : model;
}

function rowOf({
  id,
  contextWindow,
  maxTokens,
  cost,
  promptCache,
  inputLimits,
}: SourceModel): string {
  const cells = [
    contextWindow,
    Math.min(maxTokens, contextWindow),
    inputLimits?.images?.maxPerRequest ?? UNKNOWN,
    inputLimits?.maxRequestBytes ?? UNKNOWN,
    promptCache?.short ?? UNKNOWN,
    promptCache?.long ?? UNKNOWN,
    bindingOf(id),
    pricesOf(cost),
    ...(cost.tiers ?? []).map((tier) => `${tier.inputTokensAbove}:${pricesOf(tier)}`),
  ];
  return cells.join(" ");
}

function bindingOf(id: string): string {
  if (!id.startsWith("claude-")) return UNKNOWN;
  return BINDING_MODELS.includes(id.replace(DATE, "")) ? "bound" : "free";
}

/** Prices of a list with zeros only are unknown: it belongs to a subscription. */
function pricesOf({ input, output, cacheRead, cacheWrite }: SourceModel["cost"]): string {
  if (input === 0 && output === 0) return UNKNOWN;
  return [input, output, cacheRead, cacheWrite].join("/");
}
