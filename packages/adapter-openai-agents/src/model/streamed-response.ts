import { holdStream, sendGuarded } from "@cutpoint/host-kit";
import type { Model, StreamEvent } from "@openai/agents-core";
import { type CompactedCall, emptyAnswer } from "./compacted-call.ts";
import { withProgress } from "./stream-progress.ts";
import { failureOf, isOpening, type ReportedFailure } from "./raw-event.ts";

/** Yields the events of a stream. One that fails before its first content is retried unseen. */
export async function* streamWithRetry(
  inner: Model,
  open: () => Promise<CompactedCall>,
): AsyncGenerator<StreamEvent> {
  const { events, result: sent } = await withProgress(async () =>
    sendGuarded(
      await open(),
      async ({ request }) => {
        const answer = ReadableStream.from(inner.getStreamedResponse(request));
        const { last, stream } = await holdStream(answer, isOpening);
        const reported = last === undefined ? null : (failureOf(last) ?? readEmptyAnswer(last));
        return { result: { stream, usage: reported?.usage }, failure: reported?.failure ?? null };
      },
      { discard: async ({ stream }) => stream.cancel() },
    ),
  );
  const { call, failure, result } = sent;
  // The runner repeats no request whose stream has an event, so they wait for the first content.
  yield* events;
  let reported: ReportedFailure | null = null;
  try {
    for await (const event of result.stream) {
      reported ??= failureOf(event);
      yield withTotalUsage(event, call);
    }
  } catch (error) {
    // After a failure with content, only the next request will fit.
    if (failure === null) await call.retryAfter(reported?.failure ?? error, reported ?? {});
    throw error;
  }
}

function readEmptyAnswer(event: StreamEvent): ReportedFailure | null {
  if (event.type !== "response_done") return null;
  const failure = emptyAnswer(event.response);
  return failure === null ? null : { failure, usage: event.response.usage };
}

function withTotalUsage(event: StreamEvent, call: CompactedCall): StreamEvent {
  if (event.type !== "response_done") return event;
  const { response } = event;
  return { ...event, response: { ...response, usage: call.recordAnswer(response) } };
}
