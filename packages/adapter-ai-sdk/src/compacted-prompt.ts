import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import type { CallCompactor, CompactedCall } from "@cutpoint/host-kit";
import { promptOf, type Unit, unitsOf } from "./prompt/units.ts";
import { conversationOf, fitOptions, withoutOwnOptions } from "./request-facts.ts";

export type PromptCompactor = CallCompactor<Unit>;

/** A call to a model with a prompt that fits the window. */
export type CompactedPrompt = Pick<CompactedCall<Unit>, "receipts" | "recordAnswer"> & {
  readonly params: LanguageModelV4CallOptions;
  readonly retryAfter: (failure: unknown) => Promise<CompactedPrompt | null>;
};

/**
 * Compacts the prompt of a call if needed. Returns the original prompt otherwise.
 *
 * @throws the abort reason if the call's signal is aborted
 */
export async function compactPrompt(
  compact: PromptCompactor,
  params: LanguageModelV4CallOptions,
  model: string,
): Promise<CompactedPrompt> {
  const attempt = withoutOwnOptions(params);
  return withPrompt(
    await compact({
      units: unitsOf(params.prompt),
      options: fitOptions(params, model),
      conversation: conversationOf(params),
    }),
  );

  function withPrompt({
    units,
    receipts,
    recordAnswer,
    retryAfter,
  }: CompactedCall<Unit>): CompactedPrompt {
    return {
      params: { ...attempt, prompt: promptOf(units) },
      receipts,
      recordAnswer,
      async retryAfter(failure) {
        const next = await retryAfter(failure);
        return next === null ? null : withPrompt(next);
      },
    };
  }
}
