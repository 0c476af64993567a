import type { Model } from "./model.ts";
import { createOpenAIModel, type OpenAIModelOptions } from "./openai-model.ts";
import { createPlanner } from "./planner.ts";
import { serveModel } from "./serve-model.ts";

/** A model that is reached over HTTP with the `openai` client; disposal closes what was started for it. */
export type OpenedModel = AsyncDisposable & { readonly model: Model };

/**
 * The real model where there is one, else the planner behind a provider on this machine.
 *
 * @param pageLines how many lines of a file the planner reads at a time
 */
export async function openModel(
  real: OpenAIModelOptions | null,
  { windowTokens, pageLines }: { readonly windowTokens: number; readonly pageLines: number },
): Promise<OpenedModel> {
  if (real !== null)
    return { model: createOpenAIModel(real), [Symbol.asyncDispose]: async () => {} };
  const planner = createPlanner({ pageLines });
  const provider = await serveModel(planner, windowTokens);
  const { name } = planner;
  return {
    model: createOpenAIModel({ apiKey: "none", model: name, baseURL: `${provider.url}/v1` }),
    [Symbol.asyncDispose]: async () => provider[Symbol.asyncDispose](),
  };
}
