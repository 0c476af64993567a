import {
  CutpointError,
  type Item,
  type Part,
  type Summarizer,
  type Summary,
  type SummaryRequest,
  textOf,
} from "@cutpoint/core";
import {
  isPlainChat,
  checkSummary,
  joinTurnContext,
  type TokenBudget,
  TURN_CONTEXT_HEADING,
  writeWithin,
} from "@cutpoint/core/kit";
import { chatLines } from "./chat.ts";
import { type Facts, factsOf } from "./key-lines.ts";
import { materialOf } from "./material.ts";
import { outline } from "./outline.ts";
import { type ParsedSummary, parseSummary } from "./sections.ts";
import { shortLine } from "./sentences.ts";
import { entriesOf, isPlain, newestRequest, plainNotes } from "./short-notes.ts";
import { outlineTurn } from "./turn-outline.ts";

const NAME = "extractive";
/** A summary of a short history is not longer than this share of it. */
const LARGEST_SHARE = 0.4;
const LEAST_TOKENS = 300;
/** Of each of the two parts of a short text. */
const SHORT_CHARACTERS = 120;

/**
 * The offline summarizer: the documents' sections, filled by rules with sentences and lines of the history itself, in
 * the languages that they were said in; where there is little room, the lines alone. Needs no model; the same request
 * gives the same text.
 *
 * An earlier summary (its own or a model's, as long as it has headings) is taken apart and merged. The text is never
 * larger than `maxTokens`. Rejects with `summary-failed` where there is nothing to tell or no room to tell it in, with
 * `aborted` where the signal is set.
 */
export function createExtractiveSummarizer(): Summarizer {
  return {
    name: NAME,
    offline: true,
    summarize: async (request, signal) => {
      if (signal.aborted)
        throw new CutpointError("aborted", "the summary was aborted", { cause: signal.reason });
      return summaryOf(request);
    },
  };
}

function summaryOf(request: SummaryRequest): Summary {
  const told = textFor(request);
  const text = isEmpty(told, request) ? lastResort(request) : told;
  if (text === "")
    throw new CutpointError(
      "summary-failed",
      `a summary of ${request.items.length + request.turnPrefix.length} items does not fit into ${request.maxTokens} tokens, or they hold nothing to tell`,
    );
  const shortText = request.shortText ? shortTextOf(request, text) : "";
  return { text, method: NAME, calls: 0, ...(shortText === "" ? {} : { shortText }) };
}

/** Whether a text has nothing but headings. */
function isEmpty(text: string, { estimator, maxTokens }: SummaryRequest): boolean {
  return checkSummary(text, { estimator, maxTokens, items: [], calls: 0 }).fault === "empty";
}

/** The newest thing that was asked for, and the newest that was done. */
function shortTextOf(request: SummaryRequest, text: string): string {
  const { criticalContext, done, goal, inProgress } = parseSummary(text).history;
  const newest = inProgress.at(-1) ?? done.at(-1) ?? criticalContext.at(-1);
  return [goal.at(-1) ?? newestRequest(request), newest]
    .flatMap((entry) => (entry === undefined ? [] : [shortLine(entry, SHORT_CHARACTERS)]))
    .filter((line) => line !== "")
    .join(" — ");
}

/** What is left to say of items whose words are too long, or too few, for any line. */
function lastResort({ items, turnPrefix, maxTokens, estimator }: SummaryRequest): string {
  const count = items.length + turnPrefix.length;
  const text = "Earlier messages, none of which could be told in short.";
  return count === 0 || estimator.estimateText(text) > maxTokens ? "" : text;
}

function textFor(given: SummaryRequest): string {
  const all = [...given.items, ...given.turnPrefix];
  const isChat = isPlainChat([...all, ...given.kept].map(({ message }) => message));
  const request = isChat ? { ...given, items: all, turnPrefix: [] } : given;
  const { items, turnPrefix, kept, previousSummary, instructions, estimator } = request;
  const previous = previousSummary === null ? null : parseSummary(previousSummary);
  if (turnPrefix.length === 0 && !hasHistory(request)) return "";
  const plain = !isChat && isPlain(request);
  const facts = (isChat ? chatLines : factsOf)({
    covered: items,
    turnPrefix,
    kept,
    shortened: request.shortened ?? [],
    quoted: new Set(request.verbatimIds),
    carried: plain
      ? entriesOf(previous)
      : [...(previous?.history.criticalContext ?? []), ...(previous?.turn?.criticalContext ?? [])],
    instructions,
  });
  const inSections = plain ? null : sectionsOf(request, previous);
  return writeWithin(budgetOf(request), estimator, (budget) => {
    const unchanged = unchangedHistory(request, budget);
    if (unchanged !== null && turnPrefix.length === 0) return unchanged;
    return inSections?.(facts, budget, unchanged) ?? plainNotes(request, facts, budget);
  });
}

/** Whether there is anything to tell of what came before the turn that is cut. */
function hasHistory({ items, previousSummary }: SummaryRequest): boolean {
  return items.length > 0 || (previousSummary ?? "").trim() !== "";
}

/** Writes the sections of the history and of a turn's beginning; `unchanged` stands in the place of the first. */
function sectionsOf(
  request: SummaryRequest,
  previous: ParsedSummary | null,
): (facts: Facts, budget: TokenBudget, unchanged: string | null) => string {
  const { items, turnPrefix, previousSummary } = request;
  const goesOn = items.length === 0 && previous?.turn !== null;
  const history = hasHistory(request) ? materialOf({ items, previous }) : null;
  const turn =
    turnPrefix.length > 0
      ? materialOf({ items: turnPrefix, previous: goesOn ? turnOnly(previous) : null })
      : null;
  const share = prefixShare(items, turnPrefix, previousSummary);
  return (facts, budget, unchanged) => {
    if (turn !== null) budget.take(`\n\n---\n\n${TURN_CONTEXT_HEADING}\n\n`);
    const ofTurn =
      turn === null
        ? null
        : outlineTurn(turn, history === null ? budget : budget.share(budget.left() * share));
    const ofHistory = history === null || unchanged !== null ? null : outline(history, budget);
    const said = [ofTurn?.said ?? "", ofHistory?.said ?? "", unchanged ?? ""].join("\n");
    const context = facts.choose(said, budget);
    const past = unchanged ?? ofHistory?.render(context.history) ?? "";
    return ofTurn === null ? past : joinTurnContext(past, ofTurn.render(context.turn));
  };
}

/** An earlier summary to which nothing was added stays as it is, where it fits. */
function unchangedHistory(
  { items, previousSummary }: SummaryRequest,
  budget: TokenBudget,
): string | null {
  const unchanged = previousSummary?.trim() ?? "";
  const isWhole =
    items.length === 0 && unchanged !== "" && !unchanged.includes(TURN_CONTEXT_HEADING);
  return isWhole && budget.take(unchanged) ? unchanged.toWellFormed() : null;
}

function turnOnly(previous: ParsedSummary | null): ParsedSummary | null {
  return previous === null || previous.turn === null
    ? null
    : { history: previous.turn, turn: null };
}

function budgetOf({
  items,
  turnPrefix,
  previousSummary,
  maxTokens,
  estimator,
}: SummaryRequest): number {
  const said = (lengthOf(items) + lengthOf(turnPrefix)) / 4;
  const before = previousSummary === null ? 0 : estimator.estimateText(previousSummary);
  return Math.min(maxTokens, Math.max(LEAST_TOKENS, Math.floor(said * LARGEST_SHARE)) + before);
}

function prefixShare(
  covered: readonly Item[],
  turnPrefix: readonly Item[],
  previousSummary: string | null,
): number {
  const prefix = lengthOf(turnPrefix);
  const past = lengthOf(covered) + 4 * (previousSummary?.length ?? 0);
  return Math.min(0.5, Math.max(0.25, prefix / Math.max(1, prefix + past)));
}

function lengthOf(items: readonly Item[]): number {
  return items.reduce((sum, { message }) => {
    const parts: readonly Part[] = message.parts;
    const calls = parts.reduce(
      (all, part) => all + (part.type === "tool-call" ? part.arguments.length : 0),
      0,
    );
    return sum + textOf(message).length + calls;
  }, 0);
}
