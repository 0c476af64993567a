import { type Json, type SummaryRequest, textOf } from "@cutpoint/core";
import { escapeTags, mapInSteps, type Steps, type TokenBudget, toolRuns } from "@cutpoint/core/kit";
import { anchorsOf } from "../terms/anchors.ts";
import { carriedLines } from "../read/carried.ts";
import { readSourceLines, type SourceLine } from "../read/lines.ts";
import { encodeMemory, type SummaryMemory, termsToRemember } from "./memory.ts";
import { renderPassages, reservePassages } from "./passages.ts";
import { isToDoCall, type Task } from "../read/to-do.ts";
import { baseDirectory, type BaseInput, baseLine, baseOfLine, relativeTo } from "../read/paths.ts";
import { reuseProbability, unvisitedIds } from "../terms/reuse.ts";
import { candidatesFrom, selectLines } from "./select-lines.ts";
import { BLANKS, wordsOf } from "../read/sentences.ts";
import { readSuperseded } from "../read/superseded.ts";
import {
  indexTerms,
  type KeyTerm,
  type Line,
  LINES_AT_ONCE,
  type TermIndex,
} from "../terms/terms.ts";
import {
  FOCUS_WORTH,
  MOST_BASE_SHARE,
  MOST_WORD_MESSAGES,
  UNVISITED_WORTH,
  WORD_SHARE,
} from "../constants.ts";

export type ContextInput = {
  readonly request: SummaryRequest;
  /** Lines of the earlier summary. */
  readonly previousLines: readonly string[];
  /** What the earlier summary left for this one. */
  readonly memory: SummaryMemory | null;
};

/** Selects lines for the context sections of a history and of a turn prefix. */
export type ContextSelector = {
  /** Directory that paths in the selected lines are relative to, or `null`. */
  readonly base: string | null;
  /** Selects lines that fit and do not repeat `written` or the kept items. */
  select(written: string, budget: TokenBudget): Steps<SelectedContext>;
  /** Returns what a summary with these lines leaves for the next one. Chats leave nothing. */
  readonly remember?: (lines: readonly string[], tasks: readonly Task[]) => Steps<Json>;
};

type SelectedContext = { readonly history: readonly string[]; readonly turn: readonly string[] };

/** Creates a selector of the lines whose terms are most likely to be needed again. O(n) in the length of the items. */
export function* createKeyLineSelector(input: ContextInput): Steps<ContextSelector> {
  const {
    droppedUserText = [],
    earlierSummaries = [],
    estimator,
    instructions,
    kept,
  } = input.request;
  const { maxTokens, shortened = [], turnPrefix, verbatimIds } = input.request;
  const originals = new Map(shortened.map((item) => [item.id, item]));
  const history = [...droppedUserText, ...input.request.items];
  const keptStart = history.length + turnPrefix.length;
  const items = [...history, ...turnPrefix, ...kept.map((it) => originals.get(it.id) ?? it)];
  const runs = toolRuns(items);
  const shownText = earlierSummaries.join("\n");
  const base = yield* baseFor(input, shownText, { items, runs });
  const shorten = relativeTo(base);
  const isSuperseded = yield* readSuperseded(items, runs, shorten);
  const quoted = runs.filter((run) => !isToDoCall(run));
  const sourceLines = [
    ...carriedBy(input).filter((line) => !isSuperseded(line)),
    ...(yield* readSourceLines(items, quoted, shorten, isSuperseded)),
  ];
  const { memory } = input;
  const index = yield* indexTerms(sourceLines, { messages: items.length, keptStart, memory });
  yield* setWorths(index, wordsOf(instructions ?? ""));
  const isVerbatim = new Set(verbatimIds);
  const keptTexts = kept.map(({ id, message }) =>
    originals.has(id) ? shorten(textOf(message)).replace(BLANKS, " ") : null,
  );
  const isShown = ({ sourceLine: { source, text } }: Line): boolean => {
    if (source.message < keptStart) return isVerbatim.has(items[source.message]?.id ?? "");
    return keptTexts[source.message - keptStart]?.includes(text) ?? true;
  };
  const shown = index.lines.filter(isShown);
  const shownTexts = new Set(shown.map(({ sourceLine }) => sourceLine.text));
  const lines = index.lines.filter(({ sourceLine }) => !shownTexts.has(sourceLine.text));
  const candidates = yield* candidatesFrom(lines, (line) => estimator.estimateText(line));
  const termsByName = new Map(index.terms.map((term) => [term.name, term]));
  function* termsIn(text: string): Steps<readonly KeyTerm[]> {
    const names = yield* mapInSteps(text.split("\n"), (line) => [
      ...anchorsOf(shorten(line), Infinity),
      ...wordsOf(line).map((word) => ` ${word}`),
    ]);
    return [...new Set(names.flat())].flatMap((name) => termsByName.get(name) ?? []);
  }
  const said = new Set<string>();
  return {
    base,
    *select(written, budget) {
      yield;
      const reserve = reservePassages(budget);
      const mentioned = yield* termsIn(`${shownText}\n${written}`);
      const all = yield* selectLines(candidates, {
        labelOf: index.labelOf,
        mentioned: [...shown.flatMap(({ terms }) => terms), ...mentioned],
        room: budget.left(),
        take: (line) => !written.includes(line.sourceLine.text) && reserve(line),
      });
      for (const entry of renderPassages(all.filter(({ sourceLine }) => sourceLine.source.isUser)))
        said.add(escapeTags(entry));
      const isTurn = ({ sourceLine }: Line): boolean =>
        turnPrefix.length > 0 && sourceLine.source.message >= history.length;
      return {
        history: renderPassages(all.filter((line) => !isTurn(line))),
        turn: renderPassages(all.filter(isTurn)),
      };
    },
    *remember(written, tasks) {
      return encodeMemory({
        tasks,
        messages: index.span - kept.length,
        terms: yield* termsToRemember(index, maxTokens + estimator.estimateText(shownText)),
        entries: written.length,
        userEntries: written.flatMap((entry, place) => (said.has(entry) ? [place] : [])),
      });
    },
  };
}

function carriedBy({ memory, previousLines }: ContextInput): readonly SourceLine[] {
  const { entries, userEntries = [] } = memory ?? {};
  const userPlaces = new Set(entries === previousLines.length ? userEntries : []);
  const lines = previousLines.map((line) => (baseOfLine(line) === null ? line : ""));
  return carriedLines(lines, (entry) => userPlaces.has(entry));
}

/** The base of an earlier summary stays, because its lines are relative to it, and summaries can be merged. */
function* baseFor(
  { previousLines, request: { estimator, maxTokens } }: ContextInput,
  shownText: string,
  said: BaseInput,
): Steps<string | null> {
  const earlier = [...shownText.split("\n"), ...previousLines];
  const before = earlier.map(baseOfLine).find((base) => base !== null);
  if (before !== undefined) return before;
  const base = yield* baseDirectory(said);
  const hasRoom =
    base !== null && estimator.estimateText(baseLine(base)) <= MOST_BASE_SHARE * maxTokens;
  return hasRoom ? base : null;
}

function shareOf({ kind, messages }: KeyTerm): number {
  if (kind !== "word") return 1;
  return messages > MOST_WORD_MESSAGES ? 0 : WORD_SHARE;
}

/** Sets the worth of each term. */
function* setWorths(index: TermIndex, focus: readonly string[]): Steps<void> {
  const probabilityOf = yield* reuseProbability(index);
  const unvisited = yield* unvisitedIds(index);
  const isFocus = ({ name }: KeyTerm): boolean =>
    focus.some((word) => name.toLowerCase().includes(word));
  const setWorth = (term: KeyTerm): void => {
    const share = shareOf(term);
    const chance = share === 0 ? 0 : share * probabilityOf(term);
    const worth = unvisited.has(term) ? Math.max(chance, UNVISITED_WORTH) : chance;
    term.worth = worth + (isFocus(term) ? FOCUS_WORTH : 0);
  };
  yield* mapInSteps(index.terms, setWorth, LINES_AT_ONCE);
}
