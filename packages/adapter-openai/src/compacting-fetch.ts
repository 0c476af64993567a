import { type CompactionOptions } from "@cutpoint/host-kit";
import { createWireCompactor } from "@cutpoint/host-kit/http";
import { chatFormat } from "./chat/format.ts";
import { responsesFormat } from "./responses/format.ts";

export type CompactingFetchOptions = CompactionOptions & {
  /** Sends the requests. Default: `globalThis.fetch`. */
  readonly fetch?: typeof globalThis.fetch;
};

/**
 * Creates a `fetch` for clients of Chat Completions and Responses that keeps requests within the model's window.
 *
 * It compacts before a request if needed. If the provider refuses a request for its size, it compacts once more and
 * sends it again, unless a part of the answer was already passed on. Only the request changes: the app's messages stay
 * as they are.
 *
 * Requests whose conversation the provider stores or compacts pass unchanged: those with `previous_response_id`,
 * `conversation`, `prompt`, `background`, `context_management` or item references.
 */
export function createCompactingFetch(
  options: CompactingFetchOptions = {},
): typeof globalThis.fetch {
  const { fetch = globalThis.fetch, ...compaction } = options;
  const compactors = {
    "/chat/completions": createWireCompactor(compaction, chatFormat),
    "/responses": createWireCompactor(compaction, responsesFormat),
  };
  return async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    const respond = Object.entries(compactors).find(([path]) => pathname.endsWith(path))?.[1];
    const { body, method, signal } = init ?? {};
    if (respond === undefined || method?.toUpperCase() !== "POST" || typeof body !== "string")
      return fetch(input, init);
    return respond({ body, signal, send: (sent) => fetch(input, { ...init, body: sent }) });
  };
}
