import type { Model, StreamEvent } from "@openai/agents-core";
import { type CompactedCall, silentAnswer } from "./compacted-call.ts";
import { failureOf, isOpening } from "./raw-event.ts";

/** What became of one attempt at a stream that told nothing. */
type RetryableStream = {
  readonly held: readonly StreamEvent[];
  /** What shows why. */
  readonly failure: unknown;
  /** What it took, where that was told. */
  readonly reported: unknown;
  /** What was thrown; `null` where the stream came to its end. */
  readonly thrown: { readonly error: unknown } | null;
};

/**
 * The events of a stream. Those before the first that tells something are held back, so that a stream that fails by then
 * can be asked for again without anybody seeing it; after that it fails as it does.
 */
export async function* streamed(
  inner: Model,
  open: () => Promise<CompactedCall>,
): AsyncGenerator<StreamEvent> {
  let call: CompactedCall | null = await open();
  while (call !== null) {
    const current: CompactedCall = call;
    const untold: RetryableStream | null = yield* attempt(inner, current);
    if (untold === null) return;
    const { held, failure, reported, thrown } = untold;
    call = await current.retryAfter(failure ?? thrown?.error, reported);
    if (call !== null) continue;
    for (const event of held) yield await finished(event, current);
    if (thrown !== null) throw thrown.error;
  }
}

/** Passes on a stream that tells something, and gives back what there is of one that does not. */
async function* attempt(
  inner: Model,
  call: CompactedCall,
): AsyncGenerator<StreamEvent, RetryableStream | null> {
  const held: StreamEvent[] = [];
  let shown: Pick<RetryableStream, "failure" | "reported"> | null = null;
  let hasEmitted = false;
  try {
    for await (const event of inner.getStreamedResponse(call.request)) {
      shown ??= failureOf(event);
      if (!hasEmitted) {
        shown ??= silenceOf(event);
        if (shown !== null || isOpening(event)) {
          held.push(event);
          continue;
        }
        hasEmitted = true;
        yield* held;
      }
      yield await finished(event, call);
    }
  } catch (error) {
    if (hasEmitted) {
      await call.retryAfter(shown?.failure ?? error, shown?.reported); // so that the next request fits
      throw error;
    }
    return { held, failure: null, reported: null, ...shown, thrown: { error } };
  }
  return hasEmitted ? null : { held, failure: null, reported: null, ...shown, thrown: null };
}

/** The end of a stream that says nothing. */
function silenceOf(event: StreamEvent): Pick<RetryableStream, "failure" | "reported"> | null {
  if (event.type !== "response_done") return null;
  const failure = silentAnswer(event.response);
  return failure === null ? null : { failure, reported: event.response.usage };
}

async function finished(event: StreamEvent, call: CompactedCall): Promise<StreamEvent> {
  if (event.type !== "response_done") return event;
  const { response } = event;
  return { ...event, response: { ...response, usage: await call.answered(response) } };
}
