import { invalidInput } from "@cutpoint/core/kit";
import type { CompactionOptions } from "@cutpoint/host-kit";
import { createWireCompactor, takeConversationId } from "@cutpoint/host-kit/http";
import { chatFormat } from "./chat/format.ts";
import { responsesFormat } from "./responses/format.ts";

/**
 * Returns a `fetch` for clients of Chat Completions and Responses that keeps requests within the model's window.
 *
 * It compacts before a request if needed. If the provider refuses a request for its size, it compacts once more and
 * sends it again, unless a part of the answer was already passed on. Only the request changes: the app's messages stay
 * as they are.
 *
 * Requests whose conversation the provider stores or compacts pass unchanged: those with `previous_response_id`,
 * `conversation`, `prompt`, `background`, `context_management`, item references or a `compaction_trigger`.
 *
 * @param fetch sends the requests, for example `globalThis.fetch`
 * @throws `invalid-input` if `fetch` is not a function, or an option is not valid
 */
export function withCompaction(
  fetch: typeof globalThis.fetch,
  options: CompactionOptions = {},
): typeof globalThis.fetch {
  if (typeof fetch !== "function")
    throw invalidInput("fetch", fetch, "expected a function such as globalThis.fetch");
  const compactors = {
    "/chat/completions": createWireCompactor(options, chatFormat),
    "/responses": createWireCompactor(options, responsesFormat),
  };
  return async (input, given) => {
    const { conversationId, request: init } = takeConversationId(given ?? {});
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    const respond = Object.entries(compactors).find(([path]) => pathname.endsWith(path))?.[1];
    const { body, method, signal } = init;
    if (respond === undefined || method?.toUpperCase() !== "POST" || typeof body !== "string")
      return fetch(input, given && init);
    return respond({
      body,
      conversationId,
      signal,
      send: (sent) => fetch(input, { ...init, body: sent }),
    });
  };
}
