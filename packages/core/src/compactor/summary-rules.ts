import { invalidInput } from "../model/error.ts";
import { type Redact, redactSecrets } from "../summarize/redact.ts";

/** Waits; ends early, without an error, when the signal is set. */
export type Sleep = (milliseconds: number, signal: AbortSignal) => Promise<void>;

/** How far the engine goes for one summary. */
export type SummaryOptions = {
  /** The most calls to models in one compaction, of all candidates and with their retries. Default 16. */
  readonly maxCalls?: number;
  /** In ms, for all candidates together: after it none is asked any more. Default 300,000. */
  readonly deadlineMs?: number;
  /** Whether the offline summarizer writes the summary where no candidate could. Default `false`: the old view stays. */
  readonly offline?: boolean;
  /**
   * Takes secrets out of all that a summarizer reads and writes. Default: {@link redactSecrets}. Where it throws, that
   * is told as `hook-failed` and the default does it.
   */
  readonly redact?: Redact;
  /** How the deadline is waited for. Default: a timer. */
  readonly sleep?: Sleep;
};

/** @throws `invalid-input` naming the number that is none */
export function summaryOptions(rules: SummaryOptions): Required<SummaryOptions> {
  const { maxCalls = 16, deadlineMs = 300_000, offline = false } = rules;
  if (!Number.isInteger(maxCalls) || maxCalls < 1)
    throw invalidInput("summaries.maxCalls", maxCalls, "it should be a whole number, 1 or more");
  if (Number.isNaN(deadlineMs) || deadlineMs <= 0)
    throw invalidInput("summaries.deadlineMs", deadlineMs, "it should be a number of ms above 0");
  const { redact = redactSecrets, sleep = delay } = rules;
  return { maxCalls, deadlineMs, offline, redact, sleep };
}

/** The longest time that a timer takes, in ms. */
const LONGEST_MS = 2_147_483_647;

/** {@link Sleep} by a timer. */
export function delay(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const end = (): void => {
      clearTimeout(handle);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const handle = setTimeout(end, Math.min(milliseconds, LONGEST_MS));
    signal.addEventListener("abort", end, { once: true });
  });
}
