import type { CompactionOptions } from "@cutpoint/host-kit";
import { wrapLanguageModel } from "ai";
import { createCompactionMiddleware } from "./middleware.ts";

/** A language model that the installed version of the SDK can wrap. */
export type WrappableModel = Parameters<typeof wrapLanguageModel>[0]["model"];

/**
 * Returns a language model whose prompts fit the context window, for `generateText`, `streamText` and agents.
 *
 * The same as `wrapLanguageModel` with {@link createCompactionMiddleware}.
 */
export function withCompaction(
  model: WrappableModel,
  options: CompactionOptions = {},
): ReturnType<typeof wrapLanguageModel> {
  return wrapLanguageModel({ model, middleware: createCompactionMiddleware(options) });
}
