import {
  type CallCompactor,
  type CompactionOptions,
  createCallCompactor,
} from "./call-compactor.ts";
import { createBodyParser } from "./continued-body.ts";
import { isSameUnits } from "./unit-items.ts";
import type { WireFormat, WireRequest } from "./wire-format.ts";
import { readResponse } from "./wire-response.ts";

/** An HTTP request whose body is JSON. */
export type WireCall = {
  readonly body: string;
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
export function createWireCompactor<Unit>(
  options: CompactionOptions,
  format: WireFormat<Unit>,
): (call: WireCall) => Promise<Response> {
  const compact = createCallCompactor(options, { ...format, isParsed: true });
  const parse = createBodyParser(format.listField);
  return async (call) => {
    const body = parse(call.body);
    const request = body === null ? null : format.readRequest(body);
    return request === null ? call.send(call.body) : respond({ call, compact, format, request });
  };
}

type Exchange<Unit> = {
  readonly call: WireCall;
  readonly compact: CallCompactor<Unit>;
  readonly format: WireFormat<Unit>;
  readonly request: WireRequest<Unit>;
};

async function respond<Unit>({
  call,
  compact,
  format,
  request,
}: Exchange<Unit>): Promise<Response> {
  const { signal } = call;
  const options = signal ? { ...request.options, signal } : request.options;
  let compacted = await compact({ ...request, options });
  for (;;) {
    const sent = isSameUnits(compacted.units, request.units)
      ? call.body
      : JSON.stringify(request.withUnits(compacted.units));
    const { failure, response, passOn } = await readResponse(await call.send(sent), format);
    const next = failure === null ? null : await compacted.retryAfter(failure);
    if (next === null) return passOn(compacted);
    await response.body?.cancel();
    compacted = next;
  }
}
