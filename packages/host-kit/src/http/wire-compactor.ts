import { createBodyParser, type ParsedBody } from "./continued-body.ts";
import type { HostCall } from "../guard.ts";
import { type CompactionOptions, createGuardedCall } from "../guarded-call.ts";
import { sendGuarded } from "../send-guarded.ts";
import type { WireFormat } from "./wire-format.ts";
import { readResponse } from "./wire-response.ts";

/** An HTTP request whose body is JSON. */
export type WireCall = {
  readonly body: string;
  readonly conversationId?: string | undefined;
  readonly signal?: AbortSignal | null | undefined;
  /** Sends the request with another body. */
  readonly send: (body: string) => Promise<Response>;
};

/**
 * Creates the compactor behind an adapter for an HTTP API.
 *
 * It compacts the body of a request if needed. If the provider refuses the request for its size, it compacts once more
 * and sends it again, unless a part of the answer was already passed on. Requests that the format does not read pass
 * unchanged.
 */
export function createWireCompactor<Unit, Wire>(
  options: CompactionOptions,
  format: WireFormat<Unit, Wire>,
): (call: WireCall) => Promise<Response> {
  const { isCompaction, isMessage, listField, readOptions, serverFields } = format;
  const guard = createGuardedCall(options, format);
  const parse = createBodyParser(listField);
  return async ({ body: text, conversationId, send, signal }) => {
    const parsed = parse(text);
    if (parsed === null || isStored(parsed) || !parsed.list.every(isMessage)) return send(text);
    const { body, list } = parsed;
    const messages: readonly Wire[] = list;
    const leading = messages.slice(0, messages.findLastIndex(isCompaction) + 1);
    const read = readOptions(body, leading);
    const opened = await guard({
      messages: messages.slice(leading.length),
      options: signal ? { ...read, signal } : read,
      conversationId,
      compare: "none", // a parsed body is not changed
    } satisfies HostCall<Wire>);
    const { call, result } = await sendGuarded(
      opened,
      async ({ messages: sent }) => {
        const next =
          sent === null ? text : JSON.stringify({ ...body, [listField]: [...leading, ...sent] });
        const response = await readResponse(await send(next), format);
        return { result: response, failure: response.failure };
      },
      { discard: async ({ response }) => response.body?.cancel() },
    );
    return result.passOn(call);
  };

  function isStored({ body }: ParsedBody): boolean {
    return serverFields.some((name) => (body[name] ?? false) !== false);
  }
}
