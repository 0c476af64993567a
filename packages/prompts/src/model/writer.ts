import type { Item, SummaryFault, TokenEstimator } from "@cutpoint/core";
import { checkSummary, TURN_CONTEXT_HEADING } from "@cutpoint/core/kit";
import type { Prompt } from "../prompt/prompt.ts";
import { headingsReminder, sizeReminder } from "../prompt/reminder.ts";
import { missingHeadings, type Section } from "../prompt/sections.ts";
import type { Caller } from "./caller.ts";
import { type CompleteOptions, type Completion, stopFault } from "./completion.ts";

/** What is asked for, and what its answer is held against. */
export type Assignment = {
  /** Sends the prompt, with a reminder behind it on the second try. */
  readonly send: (reminder: string | null, options: CompleteOptions) => Promise<Completion>;
  /** The most that the text may take, by the estimator. */
  readonly maxTokens: number;
  /** The most that the answer may take on the wire. */
  readonly outputTokens: number;
  readonly estimator: TokenEstimator;
  /** What is summarized, to know an echo by. */
  readonly items: readonly Item[];
  readonly sections: readonly Section[];
  /** Whether the text must hold {@link TURN_CONTEXT_HEADING}. */
  readonly isSplit: boolean;
};

/**
 * A usable answer, cleaned; after one that lacks headings or is too large, the model is reminded once.
 *
 * @throws `summary-failed` with the fault of the last answer
 */
export async function write(caller: Caller, assignment: Assignment): Promise<string> {
  let reminder: string | null = null;
  for (;;) {
    const completion: Completion = await caller.call(
      (options) => assignment.send(reminder, options),
      assignment.outputTokens,
    );
    const { text, fault } = checkSummary(
      typeof completion.text === "string" ? completion.text : "",
      assignment,
    );
    const found = judge({ text, fault }, completion, assignment);
    caller.settle(found?.fault ?? null);
    if (found === null) return text;
    if (found.reminder === null || reminder !== null || caller.left() < 1)
      throw caller.fail(found.fault, `the model's summary cannot be used: ${found.words}`);
    ({ reminder } = found);
  }
}

type Finding = {
  readonly fault: SummaryFault;
  readonly words: string;
  /** What to say, where saying it may help. */
  readonly reminder: string | null;
};

function judge(
  { fault, text }: { readonly text: string; readonly fault: SummaryFault | null },
  completion: Completion,
  assignment: Assignment,
): Finding | null {
  const { estimator, isSplit, maxTokens, sections } = assignment;
  const stopped = stopFault(completion);
  if (stopped !== null) {
    const reason = completion.stopReason ?? "a tool call";
    return { fault: stopped, words: `it ended with ${reason} (${stopped})`, reminder: null };
  }
  if (text === "") {
    const empty =
      completion.hasReasoning === true || isThought(completion) ? "reasoning-only" : "empty";
    return { fault: empty, words: `it is empty (${empty})`, reminder: null };
  }
  if (fault === "too-large") {
    const tokens = estimator.estimateText(text);
    const words = `it takes ${tokens} tokens and may take ${maxTokens}`;
    return { fault, words, reminder: sizeReminder(tokens, maxTokens) };
  }
  if (fault !== null) return { fault, words: `it cannot be used (${fault})`, reminder: null };
  const missing = [
    ...missingHeadings(text, sections),
    ...(isSplit && !text.includes(TURN_CONTEXT_HEADING) ? [TURN_CONTEXT_HEADING] : []),
  ];
  if (missing.length === 0) return null;
  const words = `it lacks ${missing.join(", ")}`;
  return { fault: "missing-headings", words, reminder: headingsReminder(missing) };
}

/** An answer that held nothing but closed reasoning is blank once it is cleaned. */
function isThought({ text }: Completion): boolean {
  return typeof text === "string" && text.trim() !== "";
}

/** A prompt with a reminder behind it. */
export function reminded(prompt: Prompt, reminder: string | null): Prompt {
  return reminder === null ? prompt : { ...prompt, prompt: `${prompt.prompt}\n\n${reminder}` };
}
