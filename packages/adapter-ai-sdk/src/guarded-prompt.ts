import type { LanguageModelV4CallOptions, LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { GuardedCall, HostCall } from "@cutpoint/host-kit";
import type { ModelMessage } from "ai";
import { withTaggedFiles } from "./prompt/tagged-files.ts";
import { conversationOf, fitOptions, withoutOwnOptions } from "./request-facts.ts";

export type PromptGuard = (call: HostCall<ModelMessage>) => Promise<GuardedCall<ModelMessage>>;

/** A model, and the version of the SDK that its prompts are for: `v3` for AI SDK 6. */
type ModelVersion = { readonly modelId: string; readonly specificationVersion: string };

/**
 * Compacts the prompt of a call if needed.
 *
 * @throws the abort reason if the call's signal is aborted
 */
export async function openCall(
  guard: PromptGuard,
  params: LanguageModelV4CallOptions,
  { modelId }: ModelVersion,
): Promise<GuardedCall<ModelMessage>> {
  return guard({
    messages: params.prompt,
    options: fitOptions(params, modelId),
    ...conversationOf(params),
  });
}

/** Returns the parameters of a call with a prompt that fits the window. */
export function paramsOf(
  { messages }: GuardedCall<ModelMessage>,
  params: LanguageModelV4CallOptions,
  { specificationVersion }: ModelVersion,
): LanguageModelV4CallOptions {
  const attempt = withoutOwnOptions(params);
  return messages === null
    ? attempt
    : { ...attempt, prompt: promptOf(messages, specificationVersion) };
}

/** Returns messages as a prompt for a version of the SDK. */
export function promptOf(
  messages: readonly ModelMessage[],
  version: string,
): LanguageModelV4Prompt {
  return version === "v3" ? ([...messages] as LanguageModelV4Prompt) : withTaggedFiles(messages);
}
