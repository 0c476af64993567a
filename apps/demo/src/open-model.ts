import type { Model } from "./model.ts";
import { createOpenAIModel, type OpenAIModelOptions } from "./openai-model.ts";
import { createPlanner } from "./planner.ts";
import { serveModel } from "./serve-model.ts";

/** A model behind HTTP, called with the `openai` client. Disposal stops its local provider. */
export type OpenedModel = AsyncDisposable & { readonly model: Model };

/**
 * Opens the real model if there is a key, or else the planner behind a local provider.
 *
 * @param pageLines lines of a file that the planner reads at a time
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
