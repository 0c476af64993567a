import type { ChatRequest } from "../src/chat.ts";
import type { Model } from "../src/model.ts";
import { serveModel } from "../src/serve-model.ts";

/** A strict local provider for Chat Completions with a {@link Model} behind it. */
export type ChatServer = AsyncDisposable & {
  readonly baseURL: string;
  /** The received requests, in order. */
  readonly requests: () => readonly (ChatRequest & { readonly model: string })[];
};

export async function startChatServer(model: Model, windowTokens: number): Promise<ChatServer> {
  const provider = await serveModel(model, windowTokens);
  return {
    baseURL: `${provider.url}/v1`,
    requests: () =>
      provider.requests().map(({ body }) => body as ChatRequest & { readonly model: string }),
    [Symbol.asyncDispose]: async () => provider[Symbol.asyncDispose](),
  };
}
