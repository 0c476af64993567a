import type { LanguageModelV4CallOptions, LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { CallCompactor, CompactedCall } from "@cutpoint/host-kit";
import type { ModelMessage } from "ai";
import { withTaggedFiles } from "./prompt/tagged-files.ts";
import { conversationOf, fitOptions, withoutOwnOptions } from "./request-facts.ts";

export type PromptCompactor = CallCompactor<ModelMessage>;

/** A call to a model with a prompt that fits the window. */
export type CompactedPrompt = Pick<CompactedCall<ModelMessage>, "receipts" | "recordAnswer"> & {
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
  return withPrompt(
    await compact({
      messages: params.prompt,
      options: fitOptions(params, modelId),
      conversation: conversationOf(params),
    }),
  );

  function withPrompt({
    messages,
    receipts,
    recordAnswer,
    retryAfter,
  }: CompactedCall<ModelMessage>): CompactedPrompt {
    return {
      params: messages === null ? attempt : { ...attempt, prompt: promptOf(messages) },
      receipts,
      recordAnswer,
      async retryAfter(failure) {
        const next = await retryAfter(failure);
        return next === null ? null : withPrompt(next);
      },
    };
  }
  function promptOf(messages: readonly ModelMessage[]): LanguageModelV4Prompt {
    return specificationVersion === "v3"
      ? ([...messages] as LanguageModelV4Prompt)
      : withTaggedFiles(messages);
  }
}
