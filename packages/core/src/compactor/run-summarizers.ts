import type { Redact } from "@cutpoint/redact";
import { abortedError, type CutpointError } from "../message/error.ts";
import type { Json } from "../message/json.ts";
import type { SummaryAttempt } from "../message/receipt.ts";
import type { Plan } from "../plan/plan.ts";
import { checkSummary, cleanSummary, type TextFault } from "../summary/check-summary.ts";
import { summaryFailure, toSummaryFailure } from "../summary/failure.ts";
import type { Summarizer, Summary, SummaryRequest } from "../summary/summarizer.ts";
import { removerOf } from "../summary/remove-statements.ts";
import { startDeadline } from "./deadline.ts";
import { createFill, type Fill, offlineRequest, withoutLines } from "./fill-summary.ts";
import type { Decision, Guidance, Summarizers, SummaryOptions } from "./options.ts";
import { raceAbort } from "./race-abort.ts";
import { assertSummarizers, resolveSummaryOptions } from "./resolve-options.ts";

/** A summary that passed all checks, and the calls of all summarizers. */
export type SummaryResult = {
  readonly text: string;
  readonly summaryTokens: number;
  readonly method: string;
  readonly attempts: readonly SummaryAttempt[];
  readonly promptVersion: string | null;
  readonly shortText: string | null;
  readonly details?: Json | undefined;
  readonly preserved?: Json | undefined;
  readonly memory?: Json | undefined;
};

/** The summarizers, their input and their limits. */
export type SummarizerRun<Accepted> = {
  readonly summarizer: Summarizers;
  readonly summaries?: SummaryOptions;
  /** The plan for which a summary is made; `null` for a branch that was left. */
  readonly plan: Plan | null;
  readonly request: Omit<SummaryRequest, "maxCalls">;
  /** Applied to guidance and summaries. The request must be redacted already. */
  readonly redact: Redact;
  readonly guidance?: Guidance;
  /** The hook's decision: a supplied summary, or guidance in addition to the caller's. */
  readonly decision?: Exclude<Decision, { type: "cancel" }> | undefined;
  readonly signal: AbortSignal;
  /** Called for each summarizer that fails. */
  readonly onFailure: (by: string, error: CutpointError) => void;
  /** Uses a summary. If it throws, the next summarizer is called. */
  readonly accept: (summary: SummaryResult) => Accepted;
};

/** The share of a summary's room that is left for its text if a recall hint takes the rest. */
const LEAST_TEXT_SHARE = 0.9;

/**
 * Calls the summarizers in order until a summary is accepted. Summarizers that are not offline are skipped once the calls
 * or the time are used up.
 *
 * @throws `summary-failed` with the fault of the last summarizer and the calls of all; `aborted`
 */
export async function runSummarizers<Accepted>(run: SummarizerRun<Accepted>): Promise<Accepted> {
  const { decision } = run;
  if (decision?.type === "supply") return run.accept(suppliedSummary(run, decision));
  const summaries = resolveSummaryOptions(run.summaries);
  const deadline = startDeadline(summaries.deadlineMs, run.signal, summaries.sleep);
  const request = withGuidance(run);
  const failures: Failure[] = [];
  try {
    const summarizers = summarizersOf(run);
    const fill = createFill(run, summarizers, request);
    for (const summarizer of summarizers) {
      const attempts = failures.flatMap((failure) => failure.attempts);
      const isOffline = summarizer.offline === true;
      const isLate = deadline.signal.aborted || attempts.length >= summaries.maxCalls;
      if (!isOffline && isLate) continue;
      if (!isOffline && !isWorthCall(run)) {
        failures.push(noRoomFor(summarizer, run));
        continue;
      }
      const maxCalls = Math.max(1, summaries.maxCalls - attempts.length);
      const own = isOffline ? offlineRequest(request, run.plan) : withoutLines(request);
      const { signal } = isOffline ? run : deadline;
      const before = { attempts, signal, fill: isOffline ? null : fill };
      const asked = await ask(run, summarizer, { ...own, maxCalls }, before);
      if ("result" in asked) return asked.result;
      if (run.signal.aborted) throw abortedError(run.signal);
      failures.push(asked);
      run.onFailure(asked.by, asked.error);
    }
    if (run.signal.aborted) throw abortedError(run.signal);
    throw combineFailures(failures);
  } finally {
    deadline.end();
  }
}

/** Whether a summary has room for the headings that a prompt asks for. */
function isWorthCall({ plan, request }: SummarizerRun<unknown>): boolean {
  return request.maxTokens >= (plan?.leastSummaryTokens ?? 0) * LEAST_TEXT_SHARE;
}

function noRoomFor({ name }: Summarizer, { request }: SummarizerRun<unknown>): Failure {
  const message = `the summary has room for ${request.maxTokens} tokens: expected more for a model's summary`;
  return { by: name, error: summaryFailure("not-smaller", message), attempts: [] };
}

function summarizersOf({ plan, summarizer }: SummarizerRun<unknown>): readonly Summarizer[] {
  if (typeof summarizer !== "function") return [summarizer].flat();
  const chosen = summarizer(plan);
  assertSummarizers(chosen);
  return [chosen].flat();
}

/** The error of a summarizer and the calls that it made. */
type Failure = {
  readonly by: string;
  readonly error: CutpointError;
  readonly attempts: readonly SummaryAttempt[];
};

async function ask<Accepted>(
  { accept, decision, redact }: SummarizerRun<Accepted>,
  summarizer: Summarizer,
  request: SummaryRequest,
  before: {
    readonly attempts: readonly SummaryAttempt[];
    readonly signal: AbortSignal;
    readonly fill: Fill | null;
  },
): Promise<{ readonly result: Accepted } | Failure> {
  let made: readonly SummaryAttempt[] | undefined;
  try {
    const summary = await raceAbort(
      before.signal,
      async () => summarizer.summarize(request, before.signal),
      () => timeout(summarizer.name),
    );
    made = attemptsOf(summary, summarizer);
    const checked = withoutRules(checkedText(summary, request), request);
    const attempts = [...before.attempts, ...made];
    const acceptText = (whole: string, filledMemory?: Json): Accepted => {
      const text = redact(whole);
      return accept({
        text,
        summaryTokens: request.estimator.estimateText(text),
        method: summary.method,
        attempts,
        promptVersion: summary.promptVersion ?? null,
        shortText: summary.shortText === undefined ? null : redact(cleanSummary(summary.shortText)),
        preserved: decision?.preserved,
        memory: summary.memory ?? filledMemory,
      });
    };
    const filled = (await before.fill?.(checked)) ?? { text: checked };
    try {
      return { result: acceptText(filled.text, filled.memory) };
    } catch (cause) {
      if (filled.text === checked) throw cause;
      // A filled summary may save too little, while the shorter one saves enough.
      return { result: acceptText(checked) };
    }
  } catch (cause) {
    const error = toSummaryFailure(cause, redact);
    const attempts = withFault(made ?? error.failure?.attempts ?? [], error);
    return { by: summarizer.name, error, attempts };
  }
}

function suppliedSummary(
  { redact, request }: SummarizerRun<unknown>,
  { preserved, summary }: Extract<Decision, { type: "supply" }>,
): SummaryResult {
  const { estimator, maxTokens } = request;
  const supplied = summary.text.toWellFormed();
  if (supplied.trim() === "") throw summaryFailure("empty", "the summary (supplied) is empty");
  const tokens = estimator.estimateText(supplied);
  if (tokens > maxTokens) throw tooLarge("supplied", tokens, maxTokens);
  const text = redact(supplied);
  return {
    text,
    summaryTokens: estimator.estimateText(text),
    method: "supplied",
    attempts: [],
    promptVersion: null,
    shortText: null,
    details: summary.details,
    preserved,
  };
}

/** Adds the guidance of the caller and the hook to a request. The hook's prompt takes precedence. */
function withGuidance({
  decision,
  guidance: caller = {},
  redact,
  request,
}: SummarizerRun<unknown>): Omit<SummaryRequest, "maxCalls"> {
  const hook: Guidance = decision?.type === "guide" ? decision : {};
  const instructions = [caller.instructions, hook.instructions].filter(
    (text) => text !== undefined,
  );
  const prompt = hook.prompt ?? caller.prompt;
  const contextLines = [...(caller.contextLines ?? []), ...(hook.contextLines ?? [])];
  return {
    ...request,
    instructions: instructions.length === 0 ? null : redact(instructions.join("\n")),
    contextLines: contextLines.map((line) => redact(line)),
    prompt: prompt === undefined ? null : redact(prompt),
    shortText: hook.shortText ?? caller.shortText ?? false,
  };
}

/** Returns the calls of a summary, without usage if only their number is known. */
function attemptsOf(summary: Summary | undefined, { name }: Summarizer): readonly SummaryAttempt[] {
  if (summary?.attempts !== undefined) return summary.attempts;
  const unknown = { by: name, fault: null, usage: null };
  return Array.from({ length: Math.min(1_000, summary?.calls ?? 0) }, () => unknown);
}

/** Sets the fault of the last call, whose answer could not be used. */
function withFault(
  attempts: readonly SummaryAttempt[],
  { failure }: CutpointError,
): readonly SummaryAttempt[] {
  const last = attempts.at(-1);
  if (last === undefined) return attempts;
  const fault = last.fault ?? failure?.fault ?? "unavailable";
  return [...attempts.slice(0, -1), { ...last, fault }];
}

function checkedText(summary: Summary | undefined, request: SummaryRequest): string {
  if (typeof summary?.text !== "string") throw summaryFailure("empty", "there is no summary");
  const { estimator, items, maxTokens, turnPrefix } = request;
  const limits = { maxTokens, estimator, items: [...items, ...turnPrefix], calls: summary.calls };
  const { fault, text } = checkSummary(summary.text, limits);
  if (fault === null) return text;
  if (fault === "too-large")
    throw tooLarge(summary.method, estimator.estimateText(text), maxTokens);
  throw summaryFailure(
    fault,
    `the summary (${summary.method}) cannot be used: ${FAULT_WORDS[fault]}`,
  );
}

/** Removes rules, which have a place of their own, and revoked ones. A summary of nothing else stays. */
function withoutRules(
  text: string,
  { estimator, maxTokens, revokedRules = [], rules = [] }: SummaryRequest,
): string {
  const rest = removerOf([...rules, ...revokedRules])(text);
  const limits = { estimator, maxTokens, items: [], calls: 0 };
  return rest === text || checkSummary(rest, limits).fault === null ? rest : text;
}

function tooLarge(method: string, tokens: number, maxTokens: number): CutpointError {
  return summaryFailure(
    "too-large",
    `the summary (${method}) takes ${tokens} tokens: expected at most ${maxTokens}`,
  );
}

function timeout(by: string): CutpointError {
  return summaryFailure("timeout", "the summarizer did not finish in time", {
    attempts: [{ by, fault: "timeout", usage: null }],
  });
}

const FAULT_WORDS: Readonly<Record<Exclude<TextFault, "too-large">, string>> = {
  empty: "it is empty",
  filtered: "it was filtered or refused",
  protocol: "it contains markup of reasoning or tool calls",
  echo: "it repeats the conversation",
  "empty-conversation": "it says that there is no conversation",
};

function combineFailures(failures: readonly Failure[]): CutpointError {
  const attempts = failures.flatMap((failure) => failure.attempts);
  const last = failures.at(-1)?.error;
  const list = failures.map(({ by, error }) => `${by}: ${error.message}`).join("; ");
  const message =
    failures.length === 1 && last !== undefined
      ? last.message
      : `no summarizer returned a usable summary: ${list === "" ? "there is none" : list}`;
  return summaryFailure(last?.failure?.fault ?? "unavailable", message, { cause: last, attempts });
}
