import type { Model, StreamEvent } from "@openai/agents-core";
import { type CompactedCall, emptyAnswer } from "./compacted-call.ts";
import { failureOf, isOpening, type ReportedFailure } from "./raw-event.ts";

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
  let call = await open();
  for (;;) {
    const buffered: StreamEvent[] = [];
    let reported: ReportedFailure | null = null;
    let thrown: { readonly error: unknown } | null = null;
    let hasContent = false;
    try {
      for await (const event of inner.getStreamedResponse(call.request)) {
        reported ??= failureOf(event) ?? (hasContent ? null : readEmptyAnswer(event));
        if (!hasContent && (reported !== null || isOpening(event))) {
          buffered.push(event);
          continue;
        }
        if (!hasContent) yield* buffered;
        hasContent = true;
        yield await withTotalUsage(event, call);
      }
    } catch (error) {
      thrown = { error };
    }
    if (hasContent && thrown === null) return;
    // After a failure with content, only the next request will fit.
    const next = await call.retryAfter(reported?.failure ?? thrown?.error, reported ?? {});
    if (next === null || hasContent) {
      if (!hasContent) for (const event of buffered) yield await withTotalUsage(event, call);
      if (thrown !== null) throw thrown.error;
      return;
    }
    call = next;
  }
}

function readEmptyAnswer(event: StreamEvent): ReportedFailure | null {
  if (event.type !== "response_done") return null;
  const failure = emptyAnswer(event.response);
  return failure === null ? null : { failure, usage: event.response.usage };
}

async function withTotalUsage(event: StreamEvent, call: CompactedCall): Promise<StreamEvent> {
  if (event.type !== "response_done") return event;
  const { response } = event;
  return { ...event, response: { ...response, usage: await call.recordAnswer(response) } };
}
