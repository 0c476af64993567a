import type { LanguageModelV4CallOptions, LanguageModelV4Prompt } from "@ai-sdk/provider";
import { type CallCompactor, type CompactedCall, isSameUnits } from "@cutpoint/host-kit";
import { withTaggedFiles } from "./prompt/tagged-files.ts";
import { messagesOf, type Unit, unitsOf } from "./prompt/units.ts";
import { conversationOf, fitOptions, withoutOwnOptions } from "./request-facts.ts";

export type PromptCompactor = CallCompactor<Unit>;

/** A call to a model with a prompt that fits the window. */
export type CompactedPrompt = Pick<CompactedCall<Unit>, "receipts" | "recordAnswer"> & {
  readonly params: LanguageModelV4CallOptions;
  readonly retryAfter: (failure: unknown) => Promise<CompactedPrompt | null>;
};

/** A model, and the version of the SDK that its prompts are for: `v3` for AI SDK 6. */
type ModelVersion = { readonly modelId: string; readonly specificationVersion: string };

/**
 * Compacts the prompt of a call if needed. Returns the original prompt otherwise.
 *
 * @throws the abort reason if the call's signal is aborted
 */
export async function compactPrompt(
  compact: PromptCompactor,
  params: LanguageModelV4CallOptions,
  { modelId, specificationVersion }: ModelVersion,
): Promise<CompactedPrompt> {
  const attempt = withoutOwnOptions(params);
  const given = unitsOf(params.prompt);
  return withPrompt(
    await compact({
      units: given,
      options: fitOptions(params, modelId),
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
      params: isSameUnits(units, given) ? attempt : { ...attempt, prompt: promptOf(units) },
      receipts,
      recordAnswer,
      async retryAfter(failure) {
        const next = await retryAfter(failure);
        return next === null ? null : withPrompt(next);
      },
    };
  }
  function promptOf(units: readonly Unit[]): LanguageModelV4Prompt {
    const messages = messagesOf(units);
    return specificationVersion === "v3"
      ? (messages as LanguageModelV4Prompt)
      : withTaggedFiles(messages);
  }
}
