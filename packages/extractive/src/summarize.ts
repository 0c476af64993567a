import {
  CutpointError,
  type Item,
  type Summarizer,
  type Summary,
  type SummaryRequest,
} from "@cutpoint/core";
import {
  isPlainChat,
  joinDetails,
  joinTurnContext,
  runInSlices,
  toolRuns,
  type Steps,
  type TokenBudget,
  writeWithin,
} from "@cutpoint/core/kit";
import { createChatLineSelector } from "./chat/chat.ts";
import { type ContextSelector, createKeyLineSelector } from "./select/key-lines.ts";
import { decodeMemory } from "./select/memory.ts";
import { collectContent } from "./sections/summary-content.ts";
import { renewedValues, restatedValues } from "./sections/renewed.ts";
import { openEntriesIn } from "./sections/open-before.ts";
import { outline } from "./sections/outline.ts";
import { baseLine } from "./read/paths.ts";
import {
  allEntries,
  parseSections,
  sectionLine,
  type SummarySections,
} from "./sections/sections.ts";
import { shortLine } from "./read/sentences.ts";
import { tasksIn, toDoOf } from "./read/to-do.ts";
import { withoutRules } from "./read/without-rules.ts";
import { newestRequest, writeShortNotes } from "./sections/short-notes.ts";
import {
  LARGEST_SHARE,
  LEAST_TOKENS,
  LEAST_VALUES,
  PLAIN_BELOW,
  VALUES_SHARE,
} from "./constants.ts";

const NAME = "extractive";
/** Maximum length of each of the two parts of `shortText`. */
const SHORT_CHARACTERS = 120;

/**
 * Creates an offline summarizer that quotes sentences and lines of the history.
 *
 * It uses no model and lets other tasks of the process run after every 5 ms. Equal requests have equal summaries. With
 * 1,024 tokens or more, the summary has sections. An earlier summary with headings is merged. The text never exceeds
 * `maxTokens`.
 *
 * `fill` adds the lines with the most value that a model's summary does not contain.
 *
 * Rejects with `summary-failed` if the items contain no text or `maxTokens` is too small, and with `aborted` if the
 * signal is aborted.
 */
export function createExtractiveSummarizer(): Summarizer {
  return {
    name: NAME,
    offline: true,
    summarize: async (request, signal) => runInSlices(summaryOf(request), signal),
    fill: async (summary, request, signal) => runInSlices(filled(summary, request), signal),
  };
}

function* summaryOf(request: SummaryRequest): Steps<Summary> {
  const written = yield* write(request);
  const isEmpty = allEntries(parseSections(written.text)).length === 0;
  const text = isEmpty ? lastResort(request) : written.text;
  if (text === "")
    throw new CutpointError(
      "summary-failed",
      `request.maxTokens is ${request.maxTokens}: expected enough tokens for a summary of items that contain text`,
    );
  const shortText = request.shortText ? shortTextOf(request, text) : "";
  return { ...written, text, method: NAME, calls: 0, ...(shortText === "" ? {} : { shortText }) };
}

function* filled(summary: string, request: SummaryRequest): Steps<Summary> {
  const { text, ...rest } = yield* write(request, summary);
  return { ...rest, text: text || summary, method: NAME, calls: 0 };
}

/** Joins the newest goal and the newest step. */
function shortTextOf(request: SummaryRequest, text: string): string {
  const { criticalContext, done, goal, inProgress } = parseSections(text);
  const newest = inProgress.at(-1) ?? done.at(-1) ?? criticalContext.at(-1);
  return [goal.at(-1) ?? newestRequest(request), newest]
    .flatMap((entry) => (entry === undefined ? [] : [shortLine(entry, SHORT_CHARACTERS)]))
    .filter((line) => line !== "")
    .join(" — ");
}

/** Fallback for items with no line that fits. */
function lastResort({ items, turnPrefix, maxTokens, estimator }: SummaryRequest): string {
  const count = items.length + turnPrefix.length;
  const text = "Earlier messages, which are too long or too short to summarize.";
  return count === 0 || estimator.estimateText(text) > maxTokens ? "" : text;
}

/** @param before the summary of a model, to which lines are added */
function* write(
  full: SummaryRequest,
  before: string | null = null,
): Steps<Pick<Summary, "text" | "memory">> {
  const all = [...full.items, ...full.turnPrefix];
  const { isChat = isPlainChat([...all, ...full.kept].map(({ message }) => message)) } = full;
  const request = withoutRules(isChat ? { ...full, isChat, items: all, turnPrefix: [] } : full);
  const { earlierSummaries = [], items, kept, maxTokens, turnPrefix } = request;
  const previousSummary = request.previousSummary ?? "";
  const previous = parseSections(previousSummary);
  const isFirst = request.previousSummary === null && earlierSummaries.length === 0;
  const memory = isFirst ? null : decodeMemory(request.previousState?.memory);
  const runs = isChat ? [] : toolRuns(all);
  const tasks = memory?.tasks ?? [];
  const toDo = toDoOf(runs, tasks, earlierSummaries.join("\n"));
  const listed = new Set(toDo.listed);
  const previousLines = allEntries(previous).map((line) => (listed.has(line) ? "" : line));
  yield;
  const context = { request, previousLines, memory };
  const lines = yield* (isChat ? createChatLineSelector : createKeyLineSelector)(context);
  yield;
  const shown = [...earlierSummaries, previousSummary].join("\n");
  const selector = isChat
    ? lines
    : withValues(lines, [
        ...(yield* restatedValues(all, shown)),
        ...(yield* renewedValues(runs, shown)),
      ]);
  const isPlain = isChat || maxTokens < PLAIN_BELOW || before !== null;
  const said = [...items, ...turnPrefix];
  const content = isPlain
    ? null
    : yield* collectContent({
        items: said,
        hiddenItems: hiddenOf(request, [...(request.droppedUserText ?? []), ...said]),
        next: kept,
        openBefore: openEntriesIn(earlierSummaries),
        previous,
        toDo,
      });
  yield;
  const text = yield* writeWithin(budgetOf(request), request.estimator, function* (budget) {
    if (before !== null) return yield* addLines(before, selector, budget);
    const opening = selector.base === null ? "" : baseLine(selector.base);
    const isOpened = opening !== "" && budget.take(`${opening}\n`);
    const text = yield* content === null
      ? writeShortNotes(request, toDo, selector, budget)
      : writeSections(content, turnPrefix.length > 0, selector, budget);
    return isOpened && text !== "" ? `${opening}\n\n${text}` : text;
  });
  if (selector.remember === undefined) return { text };
  const entries = allEntries(parseSections(text));
  return { text, memory: yield* selector.remember(entries, tasksIn(runs, tasks)) };
}

/** Adds the lines that a summary lacks; returns "" if it takes the budget. */
function* addLines(summary: string, selector: ContextSelector, budget: TokenBudget): Steps<string> {
  const { base } = selector;
  if (!budget.take(joinDetails(summary, [""]))) return "";
  const opening = base === null || summary.includes(baseLine(base)) ? [] : [baseLine(base)];
  const opened = opening.filter((line) => budget.take(sectionLine("criticalContext", line)));
  const { history, turn } = yield* selector.select(summary, budget);
  const lines = [...history, ...turn];
  if (lines.length === 0) return summary;
  const entries = [...opened, ...lines].map((line) => sectionLine("criticalContext", line));
  return joinDetails(summary, entries).toWellFormed();
}

/** Selects the values that replace earlier ones first, newest first. */
function withValues(selector: ContextSelector, values: readonly string[]): ContextSelector {
  return {
    ...selector,
    *select(written, budget) {
      const share = budget.share(Math.max(LEAST_VALUES, budget.left() * VALUES_SHARE));
      const taken = values
        .toReversed()
        .filter((value) => share.take(sectionLine("criticalContext", value)))
        .toReversed();
      const { history, turn } = yield* selector.select([written, ...taken].join("\n"), budget);
      return { history: [...history, ...taken], turn };
    },
  };
}

/** Writes all sections. The open work and the context of a turn prefix have a heading of their own. */
function* writeSections(
  sections: SummarySections,
  isSplit: boolean,
  selector: ContextSelector,
  budget: TokenBudget,
): Steps<string> {
  const open = isSplit ? sections.inProgress.slice(-1) : [];
  const begun = open.map((entry) => sectionLine("inProgress", entry));
  const heading = isSplit ? `${joinTurnContext("", begun.join(""))}\n` : "";
  const isShown = isSplit && budget.take(heading);
  const inProgress = sections.inProgress.slice(0, isShown ? -1 : undefined);
  const written = yield* outline({ ...sections, inProgress }, budget);
  const { history, turn } = yield* selector.select(heading + written.text, budget);
  yield;
  if (!isShown) return yield* written.render([...history, ...turn]);
  const lines = turn.map((line) => sectionLine("criticalContext", line));
  const text = yield* written.render(history);
  return joinTurnContext(text, [...begun, ...lines].join("\n").toWellFormed());
}

function budgetOf(request: SummaryRequest): number {
  const { items, turnPrefix, shortened = [], estimator } = request;
  const { droppedUserText = [], previousSummary, maxTokens } = request;
  const all = [...droppedUserText, ...items, ...turnPrefix, ...shortened];
  const tokens = lengthOf(hiddenOf(request, all)) / 4;
  const before = previousSummary === null ? 0 : estimator.estimateText(previousSummary);
  return Math.min(maxTokens, Math.max(LEAST_TOKENS, Math.floor(tokens * LARGEST_SHARE)) + before);
}

/** Returns the items that the view does not show verbatim. */
function hiddenOf({ verbatimIds }: SummaryRequest, items: readonly Item[]): readonly Item[] {
  const shown = new Set(verbatimIds);
  return items.filter(({ id }) => !shown.has(id));
}

function lengthOf(items: readonly Item[]): number {
  let length = 0;
  for (const { message } of items)
    for (const part of message.parts)
      if (part.type === "text") length += part.text.length;
      else if (part.type === "tool-call") length += part.arguments.length;
  return length;
}
