import type { Middleware } from "@anthropic-ai/sdk";
import { type CompactionOptions } from "@cutpoint/host-kit";
import { createWireCompactor, takeConversationId } from "@cutpoint/host-kit/http";
import { messagesFormat } from "./format.ts";

/**
 * Creates a middleware for the client that keeps requests within the model's window.
 *
 * It compacts before a request if needed. If the provider refuses a request for its size, it compacts once more and
 * sends it again, unless a part of the answer was already passed on. Only the request changes: the app's messages stay
 * as they are.
 *
 * Requests whose conversation the provider stores or compacts pass unchanged: those with `thread`,
 * `previous_message_id`, `context_management` or `compaction`.
 */
export function createCompactionMiddleware(options: CompactionOptions = {}): Middleware {
  const respond = createWireCompactor(options, messagesFormat);
  return async (given, next) => {
    const { conversationId, request } = takeConversationId(given);
    const { body, method, signal, url } = request;
    if (method?.toUpperCase() !== "POST" || typeof body !== "string" || !isMessagesUrl(url))
      return next(request);
    return respond({
      body,
      conversationId,
      signal,
      send: (sent) => next({ ...request, body: sent }),
    });
  };
}

function isMessagesUrl(url: string): boolean {
  return new URL(url).pathname.endsWith("/v1/messages");
}
