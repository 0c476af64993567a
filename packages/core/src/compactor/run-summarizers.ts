import { createExtractiveSummarizer } from "@cutpoint/extractive";
import { CutpointError, isCutpointError } from "../message/error.ts";
import type { SummaryAttempt, SummaryFault } from "../message/receipt.ts";
import { cleanSummary, summaryFailure, summaryFault } from "../summary/check-summary.ts";
import type { Summarizer, Summary, SummaryRequest } from "../summary/summarizer.ts";
import type { SummaryOptions } from "./options.ts";

/** A summary that passed the checks, with the calls of all candidates so far. */
export type Checked = Omit<Summary, "calls" | "attempts"> & {
  readonly attempts: readonly SummaryAttempt[];
};

export type SummarizerRun<Accepted> = {
  readonly summarizers: readonly Summarizer[];
  readonly rules: Required<SummaryOptions>;
  readonly request: Omit<SummaryRequest, "maxCalls">;
  readonly signal: AbortSignal;
  /** Uses a summary, or throws what is wrong with it: then the next candidate is asked. */
  readonly accept: (summary: Checked) => Accepted;
  /** Told of each candidate that failed. */
  readonly failed: (by: string, error: CutpointError) => void;
};

/**
 * The first usable summary: each candidate is asked once, in order, as long as calls and time are left; then the offline
 * summarizer, where that is allowed.
 *
 * @throws `aborted`; `summary-failed` with the fault of the last candidate and the calls of all of them
 */
export async function runSummarizers<Accepted>(run: SummarizerRun<Accepted>): Promise<Accepted> {
  const { rules, signal } = run;
  const settled = new AbortController();
  const deadline = new AbortController();
  void rules
    .sleep(rules.deadlineMs, AbortSignal.any([signal, settled.signal]))
    .then(() => deadline.abort());
  const failures: (readonly [by: string, error: CutpointError])[] = [];
  const attempts: SummaryAttempt[] = [];
  const asked = async (summarizer: Summarizer, until: AbortSignal): Promise<Accepted | null> => {
    try {
      return await askOne(run, summarizer, attempts, until);
    } catch (cause) {
      if (signal.aborted) throw cancelled(signal);
      const error = toSummaryFailure(cause);
      failures.push([summarizer.name, error]);
      run.failed(summarizer.name, error);
      return null;
    }
  };
  try {
    for (const summarizer of run.summarizers) {
      if (deadline.signal.aborted || attempts.length >= rules.maxCalls) break;
      const accepted = await asked(summarizer, deadline.signal);
      if (accepted !== null) return accepted;
    }
    const accepted = rules.offline
      ? await asked(createExtractiveSummarizer(), new AbortController().signal)
      : null;
    if (accepted !== null) return accepted;
    throw combineFailures(failures, attempts);
  } finally {
    settled.abort();
  }
}

async function askOne<Accepted>(
  { accept, request, rules, signal }: SummarizerRun<Accepted>,
  summarizer: Summarizer,
  attempts: SummaryAttempt[],
  deadline: AbortSignal,
): Promise<Accepted> {
  const maxCalls = Math.max(1, rules.maxCalls - attempts.length);
  const both = AbortSignal.any([signal, deadline]);
  const before = attempts.length;
  try {
    const summary = await raceAbort(both, summarizer.name, () =>
      summarizer.summarize({ ...request, maxCalls }, both),
    );
    attempts.push(...attemptsOf(summary, summarizer));
    const { text, method, promptVersion, shortText } = checked(summary, request);
    return accept({
      text,
      method,
      ...(promptVersion === undefined ? {} : { promptVersion }),
      ...(shortText === undefined ? {} : { shortText }),
      attempts: [...attempts],
    });
  } catch (cause) {
    const error = toSummaryFailure(cause);
    if (attempts.length === before) attempts.push(...(error.failure?.attempts ?? []));
    const last = attempts.at(-1);
    if (last !== undefined && attempts.length > before)
      attempts.splice(-1, 1, {
        ...last,
        fault: last.fault ?? error.failure?.fault ?? "unavailable",
      });
    throw cause;
  }
}

/** What a summarizer said of its calls; where it said only how many, nothing is known of what they took. */
function attemptsOf(summary: Summary | undefined, { name }: Summarizer): readonly SummaryAttempt[] {
  if (summary?.attempts !== undefined) return summary.attempts;
  const unknown = { by: name, fault: null, usage: null };
  return Array.from({ length: Math.min(1_000, summary?.calls ?? 0) }, () => unknown);
}

function checked(summary: Summary | undefined, request: Omit<SummaryRequest, "maxCalls">): Summary {
  if (typeof summary?.text !== "string") throw summaryFailure("empty", "there is no summary");
  const { items: covered, turnPrefix, maxTokens, estimator } = request;
  const text = cleanSummary(summary.text);
  const { calls } = summary;
  const items = [...covered, ...turnPrefix];
  const fault = summaryFault(text, { maxTokens, estimator, items, calls });
  if (fault === null) return { ...summary, text };
  const method = summary.method;
  if (fault === "too-large")
    throw summaryFailure(
      fault,
      `the summary (${method}) takes ${estimator.estimateText(text)} tokens: it should take at most ${maxTokens}`,
    );
  throw summaryFailure(fault, `the summary (${method}) cannot be used: ${FAULT_WORDS[fault]}`);
}

const FAULT_WORDS: Readonly<Record<SummaryFault, string>> = {
  empty: "it is empty",
  "reasoning-only": "it is reasoning without an answer",
  "cut-off": "it is cut off at the output limit",
  filtered: "it was filtered or refused",
  "tool-call": "the model called a tool",
  unfinished: "the model did not finish",
  protocol: "it holds markup of reasoning or tool calls",
  "missing-headings": "sections are missing",
  echo: "it gives the conversation back",
  "empty-conversation": "it says that there is no conversation",
  "too-large": "it is too large",
  "not-smaller": "the view would not become smaller",
  overflow: "the conversation does not fit the model",
  "no-room": "the model has no room for the conversation",
  "too-many-calls": "it would take too many calls",
  timeout: "it came too late",
  unavailable: "the model could not be asked",
};

function combineFailures(
  failures: readonly (readonly [by: string, error: CutpointError])[],
  attempts: readonly SummaryAttempt[],
): CutpointError {
  const [first] = failures;
  const last = failures.at(-1)?.[1];
  const told = failures.map(([by, error]) => `${by}: ${error.message}`).join("; ");
  const message =
    failures.length === 1 && first !== undefined
      ? first[1].message
      : `no candidate gave a usable summary: ${told === "" ? "there is none" : told}`;
  const fault = last?.failure?.fault ?? "unavailable";
  return summaryFailure(fault, message, { cause: last, attempts });
}

function toSummaryFailure(cause: unknown): CutpointError {
  if (isCutpointError(cause, "summary-failed")) return cause;
  const message = cause instanceof Error ? cause.message : String(cause);
  return summaryFailure("unavailable", `no summary could be made: ${message}`, { cause });
}

function cancelled(signal: AbortSignal): CutpointError {
  return new CutpointError("aborted", "the compaction was cancelled", { cause: signal.reason });
}

/** What a summarizer gives, as long as nobody stops waiting; a call that was under way then is booked as one. */
async function raceAbort<Value>(
  signal: AbortSignal,
  by: string,
  work: () => Promise<Value>,
): Promise<Value> {
  const stopped = (): CutpointError =>
    summaryFailure("timeout", "the summary came too late", {
      attempts: [{ by, fault: "timeout", usage: null }],
    });
  if (signal.aborted) throw stopped();
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = (): void => reject(stopped());
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([work(), promise]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
