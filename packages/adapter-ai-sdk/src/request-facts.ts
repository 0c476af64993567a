import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import type { FitOptions } from "@cutpoint/core";
import { invalidInput, isRecord } from "@cutpoint/core/kit";
import { requestOptions } from "@cutpoint/host-kit";

/** Returns the content of a request besides its prompt: the model, the tools, and the schema of the answer. */
export function fitOptions(params: LanguageModelV4CallOptions, model: string): FitOptions {
  const { abortSignal, responseFormat, tools = [] } = params;
  const schema = responseFormat?.type === "json" ? responseFormat.schema : undefined;
  const definitions = [...tools, ...(schema === undefined ? [] : [schema])];
  return requestOptions(model, undefined, definitions, abortSignal);
}

/**
 * Returns the id of the conversation in `providerOptions.cutpoint`, if there is one.
 *
 * @throws `invalid-input` if it is no text, or empty
 */
export function conversationOf({ providerOptions }: LanguageModelV4CallOptions): {
  readonly conversationId?: string;
} {
  const { conversationId } = providerOptions?.["cutpoint"] ?? {};
  if (conversationId === undefined) return {};
  if (typeof conversationId === "string" && conversationId !== "") return { conversationId };
  const field = "providerOptions.cutpoint.conversationId";
  throw invalidInput(field, conversationId, "expected a text that is not empty");
}

/** Removes `providerOptions.cutpoint`, which is not for the provider. */
export function withoutOwnOptions(params: LanguageModelV4CallOptions): LanguageModelV4CallOptions {
  if (params.providerOptions?.["cutpoint"] === undefined) return params;
  const { cutpoint: _own, ...providerOptions } = params.providerOptions;
  return { ...params, providerOptions };
}

/** The options with which a provider continues a conversation that it stores, or compacts by itself. */
const SERVER_OPTIONS = ["previousResponseId", "conversation", "contextManagement"];

/** Returns whether the provider manages the context of a request. */
export function usesServerContext({ providerOptions }: LanguageModelV4CallOptions): boolean {
  return Object.entries(providerOptions ?? {}).some(
    ([provider, options]) =>
      provider !== "cutpoint" &&
      isRecord(options) &&
      SERVER_OPTIONS.some((name) => (options[name] ?? null) !== null),
  );
}
