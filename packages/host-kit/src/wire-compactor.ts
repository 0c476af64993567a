import {
  type CompactionOptions,
  type ContinuedCallCompactor,
  createContinuedCallCompactor,
} from "./call-compactor.ts";
import { createBodyParser, type ParsedBody } from "./continued-body.ts";
import { createListReader, type RequestList } from "./continued-list.ts";
import type { JsonObject, WireFormat } from "./wire-format.ts";
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
export function createWireCompactor<Unit, Wire>(
  options: CompactionOptions,
  format: WireFormat<Unit, Wire>,
): (call: WireCall) => Promise<Response> {
  const compact = createContinuedCallCompactor(options, format);
  const parse = createBodyParser(format.listField);
  const readList = createListReader(format);
  return async (call) => {
    const parsed = parse(call.body);
    const list = parsed === null || isStored(parsed) ? null : readList(parsed.list);
    return parsed === null || list === null
      ? call.send(call.body)
      : respond({ call, compact, format, body: parsed.body, list });
  };

  function isStored({ body }: ParsedBody): boolean {
    return format.serverFields.some((name) => (body[name] ?? false) !== false);
  }
}

type Exchange<Wire> = {
  readonly call: WireCall;
  readonly compact: ContinuedCallCompactor<Wire>;
  readonly format: Pick<
    WireFormat<never, Wire>,
    "createStreamReader" | "listField" | "readAnswer" | "readOptions"
  >;
  readonly body: JsonObject;
  readonly list: RequestList<Wire>;
};

async function respond<Wire>(exchange: Exchange<Wire>): Promise<Response> {
  const { body, call, compact, format, list } = exchange;
  const read = format.readOptions(body, list.leading);
  const options = call.signal ? { ...read, signal: call.signal } : read;
  let compacted = await compact(list, { options });
  for (;;) {
    const { messages } = compacted;
    const sent =
      messages === null
        ? call.body
        : JSON.stringify({ ...body, [format.listField]: [...list.leading, ...messages] });
    const { failure, response, passOn } = await readResponse(await call.send(sent), format);
    const next = failure === null ? null : await compacted.retryAfter(failure);
    if (next === null) return passOn(compacted);
    await response.body?.cancel();
    compacted = next;
  }
}
