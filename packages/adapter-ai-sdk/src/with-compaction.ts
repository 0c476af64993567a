import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { CompactionOptions } from "@cutpoint/host-kit";
import { wrapLanguageModel } from "ai";
import { createCompactionMiddleware } from "./middleware.ts";

/**
 * Returns a language model whose prompts fit the context window, for `generateText`, `streamText` and agents.
 *
 * The same as `wrapLanguageModel` with {@link createCompactionMiddleware}.
 */
export function withCompaction(
  model: LanguageModelV4,
  options: CompactionOptions = {},
): LanguageModelV4 {
  return wrapLanguageModel({ model, middleware: createCompactionMiddleware(options) });
}
