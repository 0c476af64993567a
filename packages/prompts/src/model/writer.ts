import type { Item, SummaryFault, TokenEstimator } from "@cutpoint/core";
import { checkSummary } from "@cutpoint/core/kit";
import type { Prompt } from "../prompt/prompt.ts";
import { headingsCorrection, sizeCorrection } from "../prompt/correction.ts";
import { missingHeadings, type Section } from "../prompt/sections.ts";
import type { Caller } from "./caller.ts";
import { type CompleteOptions, type Completion, stopFault } from "./completion.ts";

/** One text to request from the model, and the checks of the answer. */
export type WriteTask = {
  /** Sends the prompt. On the second try a correction is appended. */
  readonly send: (correction: string | null, options: CompleteOptions) => Promise<Completion>;
  /** The limit for the text, in tokens of `estimator`. */
  readonly maxTokens: number;
  /** The limit for the answer including reasoning, in tokens. */
  readonly outputTokens: number;
  readonly estimator: TokenEstimator;
  /** The summarized items, to detect an answer that repeats them. */
  readonly items: readonly Item[];
  readonly sections: readonly Section[];
};

/**
 * Returns a checked answer. An answer without all headings or above the limit is corrected once. Text that lacks headings
 * after that is returned as it is: it says more than no summary.
 *
 * @throws `summary-failed` with the fault of the last answer
 */
export async function writeText(caller: Caller, task: WriteTask): Promise<string> {
  let correction: string | null = null;
  for (;;) {
    const completion: Completion = await caller.call(
      (options) => task.send(correction, options),
      task.outputTokens,
    );
    const { text, fault } = checkSummary(
      typeof completion.text === "string" ? completion.text : "",
      task,
    );
    const rejection = check({ text, fault }, completion, task);
    const isLast = correction !== null || caller.left() < 1;
    const isUsable = rejection === null || (isLast && rejection.fault === "missing-headings");
    caller.recordFault(isUsable ? null : rejection.fault);
    if (isUsable) return text;
    if (rejection.correction === null || isLast)
      throw caller.fail(rejection.fault, `the summary was rejected: ${rejection.reason}`);
    ({ correction } = rejection);
  }
}

type Rejection = {
  readonly fault: SummaryFault;
  readonly reason: string;
  /** `null` if a second try cannot help. */
  readonly correction: string | null;
};

function check(
  { fault, text }: { readonly text: string; readonly fault: SummaryFault | null },
  completion: Completion,
  task: WriteTask,
): Rejection | null {
  const { estimator, maxTokens, sections } = task;
  const stopped = stopFault(completion);
  if (stopped !== null) {
    const cause = completion.stopReason ?? "a tool call";
    return { fault: stopped, reason: `it ended with ${cause} (${stopped})`, correction: null };
  }
  if (text === "") {
    const isReasoning = completion.hasReasoning === true || hasText(completion);
    const empty = isReasoning ? "reasoning-only" : "empty";
    return { fault: empty, reason: `it is empty (${empty})`, correction: null };
  }
  if (fault === "too-large") {
    const tokens = estimator.estimateText(text);
    const reason = `it has ${tokens} tokens: expected at most ${maxTokens}`;
    return { fault, reason, correction: sizeCorrection(tokens, maxTokens) };
  }
  if (fault !== null) return { fault, reason: `it is not a summary (${fault})`, correction: null };
  const missing = completion.isFreeForm === true ? [] : missingHeadings(text, sections);
  if (missing.length === 0) return null;
  const reason = `it lacks ${missing.join(", ")}`;
  return { fault: "missing-headings", reason, correction: headingsCorrection(missing) };
}

/** Whether an answer had text before the check removed its reasoning. */
function hasText({ text }: Completion): boolean {
  return typeof text === "string" && text.trim() !== "";
}

export function withCorrection(prompt: Prompt, correction: string | null): Prompt {
  return correction === null ? prompt : { ...prompt, prompt: `${prompt.prompt}\n\n${correction}` };
}
