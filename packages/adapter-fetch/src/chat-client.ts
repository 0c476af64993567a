import type { Json, TokenUsage } from "@cutpoint/core";
import type { ChatMessage } from "./chat-message.ts";
import { readAnswer, readStream } from "./read-answer.ts";

/** What is asked of a model. */
export type ChatRequest = {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  /** As Chat Completions wants them. */
  readonly tools?: readonly Json[];
  /** Any other fields of the request, such as `response_format`. */
  readonly fields?: Readonly<Record<string, Json>>;
};

/** One answer of the model, and what it took in tokens, where the provider tells. */
export type ChatAnswer = { readonly message: ChatMessage; readonly usage: TokenUsage | null };

export type SendOptions = {
  readonly signal?: AbortSignal;
  /** With this the answer is streamed: told each piece of text as it comes. */
  readonly onText?: (piece: string) => void;
};

export type ChatClientOptions = {
  /** Where the API is, such as `https://api.openai.com/v1`. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Default: the one of the platform. */
  readonly fetch?: typeof globalThis.fetch;
};

/** Sends requests to a provider of Chat Completions. */
export type ChatClient = {
  /**
   * @throws an `Error` with the provider's message, `status` and `code`, whether the request was refused or the stream
   * failed
   */
  send(request: ChatRequest, options?: SendOptions): Promise<ChatAnswer>;
};

export function createChatClient(options: ChatClientOptions): ChatClient {
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
        ...(signal === undefined ? {} : { signal }),
      });
      return onText === undefined || !response.ok
        ? readAnswer(response)
        : readStream(response, onText);
    },
  };
}
