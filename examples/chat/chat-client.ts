import type { Json, TokenUsage } from "@cutpoint/core";
import { invalidInput } from "@cutpoint/core/kit";
import type { ChatMessage } from "@cutpoint/host-kit/http";
import { readAnswer, readStream } from "./read-answer.ts";

/** A request of Chat Completions, without the streaming options. */
export type ChatRequest = {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  /** Tool definitions in the format of Chat Completions. */
  readonly tools?: readonly Json[];
  /** Other fields of the request, for example `response_format`. */
  readonly fields?: Readonly<Record<string, Json>>;
};

/** An answer of the model. `usage` is `null` if the provider does not report it. */
export type ChatAnswer = { readonly message: ChatMessage; readonly usage: TokenUsage | null };

export type SendOptions = {
  readonly signal?: AbortSignal;
  /** Called with each piece of text. If it is set, the answer is streamed. */
  readonly onText?: (piece: string) => void;
};

export type ChatClientOptions = {
  /** The base URL of the API, for example `https://api.openai.com/v1`. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Default: `globalThis.fetch`. */
  readonly fetch?: typeof globalThis.fetch;
};

/** Sends requests to a provider of Chat Completions. */
export type ChatClient = {
  /**
   * Sends one request.
   *
   * @throws an `Error` with the provider's message, `status` and `code`, if the request is refused or the stream fails
   */
  send(request: ChatRequest, options?: SendOptions): Promise<ChatAnswer>;
};

/**
 * Creates a client for a provider of Chat Completions.
 *
 * @throws `invalid-input` if there is no URL
 */
export function createChatClient(options: ChatClientOptions): ChatClient {
  if (typeof options?.url !== "string")
    throw invalidInput(
      "url",
      options?.url,
      "expected the base URL of the API, such as https://api.openai.com/v1",
    );
  const { url, headers = {}, fetch = globalThis.fetch } = options;
  return {
    async send({ model, messages, tools = [], fields = {} }, { signal, onText } = {}) {
      const response = await fetch(`${url}/chat/completions`, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify({
          ...fields,
          model,
          messages,
          ...(tools.length === 0 ? {} : { tools }),
          ...(onText === undefined
            ? {}
            : { stream: true, stream_options: { include_usage: true } }),
        }),
        // The headers and the conversation stay at the origin of the URL.
        redirect: "error",
        ...(signal === undefined ? {} : { signal }),
      });
      return onText === undefined || !response.ok
        ? readAnswer(response)
        : readStream(response, onText);
    },
  };
}
