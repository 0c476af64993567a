import { invalidInput } from "@cutpoint/core/kit";
import type { CompactionOptions } from "@cutpoint/host-kit";
import { wrapLanguageModel } from "ai";
import { createCompactionMiddleware } from "./middleware.ts";

/** A language model that the installed version of the SDK can wrap. */
export type WrappableModel = Parameters<typeof wrapLanguageModel>[0]["model"];

/**
 * Returns a language model whose prompts fit the context window, for `generateText`, `streamText` and agents.
 *
 * The same as `wrapLanguageModel` with {@link createCompactionMiddleware}.
 *
 * @throws `invalid-input` if the model is a string, or an option is not valid
 */
export function withCompaction(
  model: WrappableModel,
  options: CompactionOptions = {},
): ReturnType<typeof wrapLanguageModel> {
  assertModel(model);
  return wrapLanguageModel({ model, middleware: createCompactionMiddleware(options) });
}

/** @throws `invalid-input` if a value is no model object; the SDK cannot wrap the name of a model */
export function assertModel(model: WrappableModel): void {
  if (typeof model?.doGenerate !== "function")
    throw invalidInput(
      "model",
      model,
      'expected a model object, such as openai("gpt-5") or gateway("openai/gpt-5")',
    );
}
