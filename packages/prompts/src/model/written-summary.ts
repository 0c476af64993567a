import { isCutpointError, type Item } from "@cutpoint/core";
import { joinTurnContext, splitTurnContext, transcriptText } from "@cutpoint/core/kit";
import { branchSummaryPrompt } from "../prompt/branch-summary-prompt.ts";
import type { Prompt } from "../prompt/prompt.ts";
import type { Section } from "../prompt/sections.ts";
import { summaryPrompt } from "../prompt/summary-prompt.ts";
import { TURN_SECTIONS, turnPrefixPrompt } from "../prompt/turn-prefix-prompt.ts";
import { keepFacts } from "./facts.ts";
import { foldSummary, promptTokens } from "./windows.ts";
import { transcriptsFor } from "./transcripts.ts";
import {
  answerTokens,
  inputTokens,
  type SummaryText,
  type SummaryJob,
  textTokens,
} from "./summary-job.ts";
import { withTurnContext } from "./split-turn.ts";
import { withCorrection, writeText } from "./writer.ts";

/** The history's share of the summary if the split turn is summarized separately. */
const HISTORY_SHARE = 0.7;

/** Summarizes the conversation as text in a prompt of its own. */
export async function writtenSummary(job: SummaryJob): Promise<SummaryText> {
  const { items, previousSummary, turnPrefix } = job.request;
  const maxTokens = textTokens(job);
  if (turnPrefix.length === 0) return summarizeHistory(job, previousSummary ?? "", maxTokens);
  if (items.length === 0)
    return extendTurn(job, splitTurnContext(previousSummary ?? ""), maxTokens);
  const together = await summarizeTogether(job, maxTokens);
  if (together !== null) return together;
  const past = await summarizeHistory(
    job,
    previousSummary ?? "",
    Math.floor(maxTokens * HISTORY_SHARE),
  );
  const left = maxTokens - estimate(job, joinTurnContext(past.text, "-"));
  const turn = await summarizeTurn(job, "", left);
  return { ...past, text: joinTurnContext(past.text, turn.text) };
}

/** Adds a split turn to a summary. The history stays unchanged unless it leaves too little room for the turn. */
async function extendTurn(
  job: SummaryJob,
  before: { readonly history: string; readonly turn: string | null },
  maxTokens: number,
): Promise<SummaryText> {
  const isTooLong = estimate(job, before.history) > maxTokens * HISTORY_SHARE;
  const past = isTooLong
    ? (await shorten(job, before.history, Math.floor(maxTokens * HISTORY_SHARE))).text
    : before.history;
  const left = maxTokens - estimate(job, joinTurnContext(past, "-"));
  const turn = await summarizeTurn(job, before.turn ?? "", left);
  return { ...turn, text: joinTurnContext(past, turn.text) };
}

function summarizeHistory(
  job: SummaryJob,
  previous: string,
  maxTokens: number,
): Promise<SummaryText> {
  const promptFor = job.request.about === "branch" ? branchSummaryPrompt : summaryPrompt;
  const sections = requiredSections(job);
  return foldSummary(job, {
    items: job.request.items,
    previous,
    maxTokens,
    promptOf: (conversation, previousSummary) =>
      promptFor({ ...extras(job, maxTokens), conversation, previousSummary }),
    ask: (prompt, items, summary) => ask(job, { prompt, items, summary, maxTokens, sections }),
  });
}

async function shorten(job: SummaryJob, previous: string, maxTokens: number): Promise<SummaryText> {
  const prompt = summaryPrompt({
    ...extras(job, maxTokens),
    conversation: "[Host]: Nothing new was said. Write the summary again, shorter.",
    previousSummary: previous,
  });
  const text = await ask(job, {
    prompt,
    items: [],
    summary: previous,
    maxTokens,
    sections: requiredSections(job),
  });
  return { text, promptVersion: prompt.version };
}

function summarizeTurn(job: SummaryJob, previous: string, maxTokens: number): Promise<SummaryText> {
  const { contextLines, instructions } = job.request;
  return foldSummary(job, {
    items: job.request.turnPrefix,
    previous,
    maxTokens,
    promptOf: (turnPrefix, previousTurn) =>
      turnPrefixPrompt({ turnPrefix, previousTurn, contextLines, instructions, maxTokens }),
    ask: (prompt, items, summary) =>
      ask(job, { prompt, items, summary, maxTokens, sections: TURN_SECTIONS }),
  });
}

/** Summarizes history and split turn in one call; `null` if they do not fit together. */
async function summarizeTogether(job: SummaryJob, maxTokens: number): Promise<SummaryText | null> {
  const { items: compacted, previousSummary, turnPrefix } = job.request;
  const prompt = promptTogether(job, maxTokens);
  if (prompt === null) return null;
  const items = [...compacted, ...turnPrefix];
  const summary = previousSummary ?? "";
  try {
    const text = await ask(job, {
      prompt,
      items,
      summary,
      maxTokens,
      sections: requiredSections(job),
    });
    const isFitting = (longer: string): boolean => estimate(job, longer) <= maxTokens;
    return {
      text: withTurnContext(text, turnPrefix, isFitting),
      promptVersion: prompt.version,
    };
  } catch (error) {
    if (isCutpointError(error) && error.failure?.fault === "overflow") return null;
    throw error;
  }
}

/** Returns the prompt with the longest tool results that fits one call, or `null`. */
function promptTogether(job: SummaryJob, maxTokens: number): Prompt | null {
  const { estimator, items, previousSummary, turnPrefix } = job.request;
  const room = inputTokens(job, answerTokens(job, maxTokens));
  for (const transcript of transcriptsFor(job.transcript)) {
    const prompt = summaryPrompt({
      ...extras(job, maxTokens),
      conversation: transcriptText(items, transcript),
      turnPrefix: transcriptText(turnPrefix, transcript),
      previousSummary,
    });
    if (promptTokens(prompt, estimator) <= room) return prompt;
  }
  return null;
}

type PromptTask = {
  readonly prompt: Prompt;
  readonly items: readonly Item[];
  /** The previous summary. */
  readonly summary: string;
  readonly maxTokens: number;
  readonly sections: readonly Section[];
};

/** Returns a checked answer with the facts of the previous summary. */
async function ask(job: SummaryJob, task: PromptTask): Promise<string> {
  const { items, maxTokens, prompt, sections, summary } = task;
  const { estimator } = job.request;
  const text = await writeText(job.caller, {
    send: (correction, options) => job.complete(withCorrection(prompt, correction), options),
    maxTokens,
    outputTokens: answerTokens(job, maxTokens),
    estimator,
    items,
    sections,
  });
  return keepFacts(summary, text, (longer) => estimator.estimateText(longer) <= maxTokens);
}

/** Returns the sections that an answer must have. A custom prompt requires none. */
export function requiredSections({ request, sections }: SummaryJob): readonly Section[] {
  return request.prompt === null ? sections : [];
}

function extras(
  job: SummaryJob,
  maxTokens: number,
): Omit<Parameters<typeof summaryPrompt>[0], "conversation"> {
  const { contextLines, earlierSummaries = [], instructions, prompt } = job.request;
  const { revokedRules = [], rules = [] } = job.request;
  return {
    contextLines,
    earlierSummaries,
    instructions,
    prompt,
    rules,
    revokedRules,
    maxTokens,
    sections: job.sections,
  };
}

function estimate(job: SummaryJob, text: string): number {
  return job.request.estimator.estimateText(text);
}
