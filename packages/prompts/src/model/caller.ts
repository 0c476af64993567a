import {
  CutpointError,
  isContextOverflow,
  redactSecrets,
  type SummaryAttempt,
  type SummaryFault,
} from "@cutpoint/core";
import { raceAbort, type Sleep, startDeadline, summaryFailure } from "@cutpoint/core/kit";
import type { CompleteOptions, Completion } from "./completion.ts";
import { isTransient, retryDelayMs } from "./transient.ts";

export type CallerOptions = {
  readonly name: string;
  /** The limit for calls, including retries. */
  readonly maxCalls: number;
  /** Retries of one call after transient failures. */
  readonly retries: number;
  /** The limit for one call, in ms. */
  readonly timeoutMs: number;
  readonly sleep: Sleep;
  readonly signal: AbortSignal;
};

/** Makes, retries and records the model calls of one summary. */
export type Caller = {
  readonly attempts: readonly SummaryAttempt[];
  /** Returns the number of calls that are left. */
  left(): number;
  /**
   * Returns one answer. Transient failures are retried.
   *
   * @throws `summary-failed` with `overflow`, `timeout`, `unavailable` or `too-many-calls`; `aborted`
   */
  call(
    send: (options: CompleteOptions) => Promise<Completion>,
    maxTokens: number,
  ): Promise<Completion>;
  /** Records the fault of the last answer. */
  recordFault(fault: SummaryFault | null): void;
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
          throw fail("too-many-calls", `${name}: all ${maxCalls} calls of the summary are used up`);
        try {
          const completion = await withinTime(options, (until) =>
            send({ signal: until, maxTokens }),
          );
          attempts.push({ by: name, fault: null, usage: completion.usage ?? null });
          return completion;
        } catch (error) {
          const fault = faultOf(error);
          attempts.push({ by: name, fault, usage: null });
          stopIfAborted();
          if (fault !== "unavailable" || retry >= retries || !isTransient(error))
            throw fail(fault, `the call to ${name} failed: ${redactedMessage(error)}`, error);
          await sleep(retryDelayMs(error, retry), signal);
        }
      }
    },
    recordFault(fault) {
      const last = attempts.pop();
      if (last !== undefined) attempts.push({ ...last, fault });
    },
  };
}

const TIMED_OUT = new Error("the call timed out");

function faultOf(error: unknown): SummaryFault {
  if (error === TIMED_OUT) return "timeout";
  return isContextOverflow(error) ? "overflow" : "unavailable";
}

function redactedMessage(error: unknown): string {
  return redactSecrets(error instanceof Error ? error.message : String(error));
}

/** Ends at the timeout or when the caller aborts, even if `work` ignores its signal. */
async function withinTime(
  { signal, sleep, timeoutMs }: CallerOptions,
  work: (signal: AbortSignal) => Promise<Completion>,
): Promise<Completion> {
  const deadline = startDeadline(timeoutMs, signal, sleep);
  try {
    return await raceAbort(
      deadline.signal,
      () => work(deadline.signal),
      () => TIMED_OUT,
    );
  } finally {
    deadline.end();
  }
}
