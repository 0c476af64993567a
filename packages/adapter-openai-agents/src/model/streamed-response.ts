import type { Model, StreamEvent } from "@openai/agents-core";
import { type CompactedCall, emptyAnswer } from "./compacted-call.ts";
import { failureOf, isOpening } from "./raw-event.ts";

/** An attempt that failed before its first content. */
type RetryableStream = {
  readonly buffered: readonly StreamEvent[];
  /** The failure that an event reported, or an empty answer. */
  readonly failure: unknown;
  /** The usage of the attempt, if it was reported. */
  readonly reported: unknown;
  /** The error that the stream threw; `null` if the stream completed. */
  readonly thrown: { readonly error: unknown } | null;
};

/**
 * Yields the events of a stream.
 *
 * Events before the first content are buffered, so a stream that fails by then can be retried unseen. A stream that
 * fails later is not retried.
 */
export async function* streamWithRetry(
  inner: Model,
  open: () => Promise<CompactedCall>,
): AsyncGenerator<StreamEvent> {
  let call: CompactedCall | null = await open();
  while (call !== null) {
    const current: CompactedCall = call;
    const failedAttempt: RetryableStream | null = yield* attempt(inner, current);
    if (failedAttempt === null) return;
    const { buffered, failure, reported, thrown } = failedAttempt;
    call = await current.retryAfter(failure ?? thrown?.error, reported);
    if (call !== null) continue;
    for (const event of buffered) yield await withTotalUsage(event, current);
    if (thrown !== null) throw thrown.error;
  }
}

/** Yields a stream from its first content on. Returns the attempt if it had no content. */
async function* attempt(
  inner: Model,
  call: CompactedCall,
): AsyncGenerator<StreamEvent, RetryableStream | null> {
  const buffered: StreamEvent[] = [];
  let detected: Pick<RetryableStream, "failure" | "reported"> | null = null;
  let hasEmitted = false;
  try {
    for await (const event of inner.getStreamedResponse(call.request)) {
      detected ??= failureOf(event);
      if (!hasEmitted) {
        detected ??= readEmptyAnswer(event);
        if (detected !== null || isOpening(event)) {
          buffered.push(event);
          continue;
        }
        hasEmitted = true;
        yield* buffered;
      }
      yield await withTotalUsage(event, call);
    }
  } catch (error) {
    if (hasEmitted) {
      await call.retryAfter(detected?.failure ?? error, detected?.reported); // so that the next request fits
      throw error;
    }
    return { buffered, failure: null, reported: null, ...detected, thrown: { error } };
  }
  return hasEmitted ? null : { buffered, failure: null, reported: null, ...detected, thrown: null };
}

function readEmptyAnswer(event: StreamEvent): Pick<RetryableStream, "failure" | "reported"> | null {
  if (event.type !== "response_done") return null;
  const failure = emptyAnswer(event.response);
  return failure === null ? null : { failure, reported: event.response.usage };
}

async function withTotalUsage(event: StreamEvent, call: CompactedCall): Promise<StreamEvent> {
  if (event.type !== "response_done") return event;
  const { response } = event;
  return { ...event, response: { ...response, usage: await call.recordAnswer(response) } };
}
