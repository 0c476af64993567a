import { isCutpointError, type Item } from "@cutpoint/core";
import { joinTurnContext, splitTurnContext, transcriptText } from "@cutpoint/core/kit";
import { branchSummaryPrompt } from "../prompt/branch-summary-prompt.ts";
import type { Prompt } from "../prompt/prompt.ts";
import type { Section } from "../prompt/sections.ts";
import { summaryPrompt } from "../prompt/summary-prompt.ts";
import { TURN_SECTIONS, turnPrefixPrompt } from "../prompt/turn-prefix-prompt.ts";
import { keepFacts } from "./facts.ts";
import { foldSummary, promptTokens } from "./windows.ts";
import {
  answerTokens,
  inputTokens,
  type MadeText,
  type SummaryJob,
  textTokens,
} from "./summary-job.ts";
import { reminded, write } from "./writer.ts";

/** How the room is shared where history and split turn are summarized apart. */
const HISTORY_SHARE = 0.7;

/** Writes a summary from the conversation as text. */
export async function writtenSummary(job: SummaryJob): Promise<MadeText> {
  const { items, previousSummary, turnPrefix } = job.request;
  const maxTokens = textTokens(job);
  if (turnPrefix.length === 0) return history(job, previousSummary ?? "", maxTokens);
  if (items.length === 0) return goingOn(job, splitTurnContext(previousSummary ?? ""), maxTokens);
  const together = await bothInOne(job, maxTokens);
  if (together !== null) return together;
  const past = await history(job, previousSummary ?? "", Math.floor(maxTokens * HISTORY_SHARE));
  const left = maxTokens - estimate(job, joinTurnContext(past.text, "-"));
  const turn = await turnText(job, "", left);
  return { ...past, text: joinTurnContext(past.text, turn.text) };
}

/**
 * A summary to which only a turn's beginning is added: the history stays as it is, what is known of the same turn is
 * merged. Where that leaves too little room, the history is written again, shorter.
 */
async function goingOn(
  job: SummaryJob,
  before: { readonly history: string; readonly turn: string | null },
  maxTokens: number,
): Promise<MadeText> {
  const isTooLong = estimate(job, before.history) > maxTokens * HISTORY_SHARE;
  const past = isTooLong
    ? (await condensed(job, before.history, Math.floor(maxTokens * HISTORY_SHARE))).text
    : before.history;
  const left = maxTokens - estimate(job, joinTurnContext(past, "-"));
  const turn = await turnText(job, before.turn ?? "", left);
  return { ...turn, text: joinTurnContext(past, turn.text) };
}

/** The covered items folded into a summary. */
async function history(job: SummaryJob, previous: string, maxTokens: number): Promise<MadeText> {
  const version = { current: "" };
  const promptFor = job.request.about === "branch" ? branchSummaryPrompt : summaryPrompt;
  const text = await foldSummary({
    ...shared(job, maxTokens),
    items: job.request.items,
    previous,
    promptOf: (conversation, summary) => {
      const prompt = promptFor({
        ...extras(job, maxTokens),
        conversation,
        previousSummary: summary,
      });
      version.current = prompt.version;
      return prompt;
    },
    ask: (prompt, items, summary) =>
      asked(job, { prompt, items, summary, maxTokens, sections: own(job) }),
  });
  return { text, promptVersion: version.current };
}

/** A summary of no new history, only shorter. */
async function condensed(job: SummaryJob, previous: string, maxTokens: number): Promise<MadeText> {
  const prompt = summaryPrompt({
    ...extras(job, maxTokens),
    conversation: "[Host]: Nothing new was said. Write the summary again, shorter.",
    previousSummary: previous,
  });
  const text = await asked(job, {
    prompt,
    items: [],
    summary: previous,
    maxTokens,
    sections: own(job),
  });
  return { text, promptVersion: prompt.version };
}

async function turnText(job: SummaryJob, previous: string, maxTokens: number): Promise<MadeText> {
  const version = { current: "" };
  const { contextLines, instructions } = job.request;
  const text = await foldSummary({
    ...shared(job, maxTokens),
    items: job.request.turnPrefix,
    previous,
    promptOf: (turnPrefix, previousTurn) => {
      const prompt = turnPrefixPrompt({
        turnPrefix,
        previousTurn,
        contextLines,
        instructions,
        maxTokens,
      });
      version.current = prompt.version;
      return prompt;
    },
    ask: (prompt, items, summary) =>
      asked(job, { prompt, items, summary, maxTokens, sections: TURN_SECTIONS }),
  });
  return { text, promptVersion: version.current };
}

/** History and turn in one call; `null` where they do not fit together. */
async function bothInOne(job: SummaryJob, maxTokens: number): Promise<MadeText | null> {
  const { items: covered, estimator, previousSummary, turnPrefix } = job.request;
  const prompt = summaryPrompt({
    ...extras(job, maxTokens),
    conversation: transcriptText(covered, job.transcript),
    turnPrefix: transcriptText(turnPrefix, job.transcript),
    previousSummary,
  });
  if (promptTokens(prompt, estimator) > inputTokens(job, answerTokens(job, maxTokens))) return null;
  const items = [...covered, ...turnPrefix];
  const summary = previousSummary ?? "";
  try {
    const text = await asked(job, {
      prompt,
      items,
      summary,
      maxTokens,
      sections: own(job),
      isSplit: true,
    });
    const { history: past, turn } = splitTurnContext(text);
    return { text: joinTurnContext(past, turn ?? ""), promptVersion: prompt.version };
  } catch (error) {
    if (isCutpointError(error) && error.failure?.fault === "overflow") return null;
    throw error;
  }
}

type Question = {
  readonly prompt: Prompt;
  readonly items: readonly Item[];
  /** The summary that the answer goes on from. */
  readonly summary: string;
  readonly maxTokens: number;
  readonly sections: readonly Section[];
  readonly isSplit?: boolean;
};

/** One usable answer, with the facts of the summary before it. */
async function asked(job: SummaryJob, question: Question): Promise<string> {
  const { isSplit = false, items, maxTokens, prompt, sections, summary } = question;
  const { estimator } = job.request;
  const text = await write(job.caller, {
    send: (reminder, options) => job.complete(reminded(prompt, reminder), options),
    maxTokens,
    outputTokens: answerTokens(job, maxTokens),
    estimator,
    items,
    sections,
    isSplit,
  });
  return keepFacts(summary, text, (longer) => estimator.estimateText(longer) <= maxTokens);
}

/** Sections of the caller's own prompt are not known, so none are asked for. */
export function own({ request, sections }: SummaryJob): readonly Section[] {
  return request.prompt === null ? sections : [];
}

function extras(
  job: SummaryJob,
  maxTokens: number,
): Omit<Parameters<typeof summaryPrompt>[0], "conversation"> {
  const { contextLines, instructions, prompt } = job.request;
  return { contextLines, instructions, prompt, maxTokens, sections: job.sections };
}

function shared(
  job: SummaryJob,
  maxTokens: number,
): Pick<
  Parameters<typeof foldSummary>[0],
  "inputTokens" | "summaryTokens" | "caller" | "estimator" | "transcript"
> {
  return {
    inputTokens: inputTokens(job, answerTokens(job, maxTokens)),
    summaryTokens: maxTokens,
    caller: job.caller,
    estimator: job.request.estimator,
    transcript: job.transcript,
  };
}

function estimate(job: SummaryJob, text: string): number {
  return job.request.estimator.estimateText(text);
}
