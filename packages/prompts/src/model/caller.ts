import {
  CutpointError,
  isContextOverflow,
  redactSecrets,
  type SummaryAttempt,
  type SummaryFault,
} from "@cutpoint/core";
import { type Sleep, summaryFailure } from "@cutpoint/core/kit";
import type { CompleteOptions, Completion } from "./completion.ts";
import { isTransient, waitOf } from "./transient.ts";

export type CallerOptions = {
  readonly name: string;
  /** The most calls, retries included. */
  readonly maxCalls: number;
  /** How often one call is tried again after a transient failure. */
  readonly retries: number;
  /** For one call, in ms. */
  readonly timeoutMs: number;
  readonly sleep: Sleep;
  readonly signal: AbortSignal;
};

/** The one that makes the calls of a summary: it alone retries, and it keeps the books. */
export type Caller = {
  readonly attempts: readonly SummaryAttempt[];
  /** Calls that may still be made. */
  left(): number;
  /**
   * One answer, after retries where failures are transient.
   *
   * @throws `summary-failed` with `overflow`, `timeout`, `unavailable` or `too-many-calls`; `aborted`
   */
  call(
    send: (options: CompleteOptions) => Promise<Completion>,
    maxTokens: number,
  ): Promise<Completion>;
  /** Books what became of the last answer. */
  settle(fault: SummaryFault | null): void;
  fail(fault: SummaryFault, message: string, cause?: unknown): CutpointError;
};

export function createCaller(options: CallerOptions): Caller {
  const { maxCalls, name, retries, signal, sleep } = options;
  const attempts: SummaryAttempt[] = [];
  const fail: Caller["fail"] = (fault, message, cause) =>
    summaryFailure(fault, message, {
      attempts: [...attempts],
      ...(cause === undefined ? {} : { cause }),
    });
  const stopIfAborted = (): void => {
    if (signal.aborted)
      throw new CutpointError("aborted", "the summary was aborted", { cause: signal.reason });
  };

  return {
    attempts,
    fail,
    left: () => maxCalls - attempts.length,
    async call(send, maxTokens) {
      for (let retry = 0; ; retry += 1) {
        stopIfAborted();
        if (attempts.length >= maxCalls)
          throw fail("too-many-calls", `${name}: all ${maxCalls} calls are used up`);
        try {
          const completion = await raceAbort(options, (until) =>
            send({ signal: until, maxTokens }),
          );
          attempts.push({ by: name, fault: null, usage: completion.usage ?? null });
          return completion;
        } catch (error) {
          const fault = faultOf(error);
          attempts.push({ by: name, fault, usage: null });
          stopIfAborted();
          if (fault !== "unavailable" || retry >= retries || !isTransient(error))
            throw fail(fault, `${name} could not be asked for a summary: ${wordsOf(error)}`, error);
          await sleep(waitOf(error, retry), signal);
        }
      }
    },
    settle(fault) {
      const last = attempts.pop();
      if (last !== undefined) attempts.push({ ...last, fault });
    },
  };
}

const LATE = new Error("it did not answer in time");

function faultOf(error: unknown): SummaryFault {
  if (error === LATE) return "timeout";
  return isContextOverflow(error) ? "overflow" : "unavailable";
}

function wordsOf(error: unknown): string {
  return redactSecrets(error instanceof Error ? error.message : String(error));
}

/** What `work` gives in time; a caller's stop ends it too, whether `work` listens to its signal or not. */
async function raceAbort(
  { signal, sleep, timeoutMs }: CallerOptions,
  work: (signal: AbortSignal) => Promise<Completion>,
): Promise<Completion> {
  const settled = new AbortController();
  const late = new AbortController();
  const stopped = async (): Promise<never> => {
    await sleep(timeoutMs, AbortSignal.any([signal, settled.signal]));
    if (!settled.signal.aborted) late.abort();
    throw LATE;
  };
  try {
    return await Promise.race([work(AbortSignal.any([signal, late.signal])), stopped()]);
  } finally {
    settled.abort();
  }
}
