import type { GuardedCall } from "../guard.ts";
import { createEmptyAnswer } from "../empty-answer.ts";
import { createEventParser, parseObject } from "./event-parser.ts";
import { holdStream } from "../held-stream.ts";
import type { StreamReader, WireAnswer, WireFormat } from "./wire-format.ts";

type Recorder = Pick<GuardedCall<never>, "recordUsage"> & {
  readonly retryAfter: (failure: unknown) => Promise<unknown>;
};

/** A response that was read until a failure of its request would be known. */
export type ReadResponse = {
  readonly response: Response;
  /** The error, or an empty answer; `null` if there is an answer. */
  readonly failure: unknown;
  /** Records the answer for the next request, and returns the response for the caller. */
  readonly passOn: (call: Recorder) => Promise<Response>;
};

/** Reads a response: one that is not streamed as a whole, a stream up to its first content. */
export async function readResponse(
  response: Response,
  {
    createStreamReader,
    readAnswer,
  }: Pick<WireFormat<never, never>, "createStreamReader" | "readAnswer">,
): Promise<ReadResponse> {
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
  if (response.ok && isStream && response.body !== null)
    return readStream(response, response.body, createStreamReader());
  const text = await response.clone().text();
  const body = parseObject(text);
  if (!response.ok || body === null) {
    const failure = response.ok ? null : { status: response.status, body: body ?? text };
    return { response, failure, passOn: async () => response };
  }
  const answer = readAnswer(body);
  return {
    response,
    failure: failureOf(answer),
    async passOn({ recordUsage }) {
      if (answer.hasContent) recordUsage(answer.usage);
      return response;
    },
  };
}

/** Returns the error in place of an answer, or an empty answer; `null` for other answers. */
function failureOf({ error, hasContent, isTruncated, usage }: WireAnswer): unknown {
  if (error !== null) return error;
  return hasContent ? null : createEmptyAnswer(usage, isTruncated);
}

/** Reads a stream. After an error that follows content, the state is prepared, so that the next request fits. */
async function readStream(
  response: Response,
  body: ReadableStream<Uint8Array>,
  reader: StreamReader,
): Promise<ReadResponse> {
  const parse = createEventParser();
  let position: ReturnType<StreamReader["read"]> = "opening";
  let finish = async (): Promise<void> => {};
  const watched = body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      async transform(chunk, controller) {
        for (const event of parse(chunk)) if (position !== "end") position = reader.read(event);
        if (position === "end") await finish();
        controller.enqueue(chunk);
      },
      flush: async () => finish(),
    }),
  );
  const { stream } = await holdStream(watched, () => position === "opening");
  const held = reader.answer();
  const opened = new Response(stream, response);
  return {
    response: opened,
    failure: held.hasContent ? null : failureOf(held),
    async passOn({ recordUsage, retryAfter }) {
      let isFinished = !held.hasContent;
      finish = async () => {
        if (isFinished) return;
        isFinished = true;
        const answer = reader.answer();
        if (answer.error === null) recordUsage(answer.usage);
        else await retryAfter(answer.error);
      };
      if (position === "end") await finish();
      return opened;
    },
  };
}
