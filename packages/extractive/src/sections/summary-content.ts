import { type Item, textOf } from "@cutpoint/core";
import { isUserMessage, mapInSteps, type Steps } from "@cutpoint/core/kit";
import { USER } from "../read/lines.ts";
import { asks } from "../read/signs.ts";
import type { ToDo } from "../read/to-do.ts";
import { requestExcerpt, requestLine, requestOf } from "./answers.ts";
import { type Exchange, exchangesOf, isNotice } from "./exchanges.ts";
import { finishedLine, mergedDone, openQuestionIn, workKey } from "./open-before.ts";
import { judge, openWorkIn } from "./outcome.ts";
import { repliesIn } from "./replies.ts";
import { comparisonKey, deduplicate, emptySections, type SummarySections } from "./sections.ts";
import { type Status, statusesOf } from "./status.ts";
import { topicOf, topicWords } from "./topic.ts";

export type ContentInput = {
  readonly items: readonly Item[];
  /** Items that the view does not show verbatim. */
  readonly hiddenItems: readonly Item[];
  /** Items after these, which can answer them. */
  readonly next: readonly Item[];
  readonly previous: SummarySections;
  /** Open entries of earlier summaries that stay in the view. */
  readonly openBefore: readonly string[];
  readonly toDo: ToDo;
};

/** An answer of a few letters, as in `B)` or `yes`. */
const SHORT_ANSWER = /^[^\p{L}]*(?:[\p{Lu}\p{Ll}][^\p{L}]*){0,4}$/u;

/** Collects all sections except the context, from items and the previous summary. O(n) in the length of the items. */
export function* collectContent(input: ContentInput): Steps<SummarySections> {
  const { hiddenItems, items, next, openBefore, previous, toDo } = input;
  const openQuestion = openQuestionIn([...openBefore, ...previous.inProgress]);
  const all = exchangesOf([...items, ...next], openQuestion);
  const begun = new Set<Item | undefined>(items);
  const exchanges = all.filter((exchange) => begun.has(exchange.items[0]));
  yield;
  const earlier = earlierWork(input, new Set(toDo.listed.map(comparisonKey)));
  const topics = yield* mapInSteps(all, topicOf);
  const statuses = yield* statusesOf(all, topics, earlier);
  const own = yield* mapInSteps(exchanges.entries(), ([place, exchange]) => {
    const status = statuses[earlier.length + place] ?? "answered";
    const isTakenUp = status === "open" && (all[place + 1]?.proposal ?? null) !== null;
    return { status, line: isTakenUp ? null : lineOf(exchange, status) };
  });
  const linesWith = (which: Status): readonly string[] =>
    own.flatMap(({ line, status }) => (line !== null && status === which ? [line] : []));
  const entriesWith = (origin: EarlierWork["origin"], status: Status): readonly string[] =>
    earlier.flatMap((work, place) =>
      work.origin === origin && statuses[place] === status ? [work.entry] : [],
    );
  const replies = yield* repliesIn(all, begun);
  const last = exchanges.at(-1);
  const inProgress = [
    ...entriesWith("inProgress", "open").filter(
      (entry) => last === undefined || !entry.startsWith(USER),
    ),
    ...linesWith("open"),
    ...toDo.inProgress,
    ...(last?.answer === null && last.question !== null ? [USER + last.asked] : []),
  ];
  const nextSteps = [...entriesWith("nextSteps", "open"), ...toDo.pending];
  const done = [...linesWith("done"), ...toDo.done];
  const past = entriesWith("shown", "past");
  const told = new Set(
    past.length === 0 ? [] : [...done, ...inProgress, ...nextSteps].map(workKey),
  );
  const named = [...done, ...inProgress].join("\n");
  const isNamed = (reply: string): boolean => named.includes(`(to ${requestOf(reply)})`);
  const finished = past.filter((entry) => !told.has(workKey(entry)));
  yield;
  return {
    ...emptySections(),
    goal: goalsOf(previous.goal, hiddenItems),
    decisions: deduplicate([...previous.decisions, ...replies.filter((reply) => !isNamed(reply))]),
    inProgress: deduplicate(inProgress),
    nextSteps: deduplicate(nextSteps),
    done: deduplicate(
      [...entriesWith("done", "done"), ...done, ...finished.map(finishedLine)],
      requestOf,
    ),
  };
}

type EarlierWork = {
  readonly origin: "done" | "inProgress" | "nextSteps" | "shown";
  readonly entry: string;
  readonly status: "done" | "open";
  readonly words: ReadonlySet<string>;
};

/**
 * Returns the entries of earlier summaries that name work.
 *
 * @param listed keys of the steps of a to-do list, which says how they ended
 */
function earlierWork(
  { openBefore, previous }: ContentInput,
  listed: ReadonlySet<string>,
): readonly EarlierWork[] {
  const work = (
    origin: EarlierWork["origin"],
    entries: readonly string[],
  ): readonly EarlierWork[] =>
    entries.map((entry) => {
      const status = origin === "done" ? "done" : "open";
      return { origin, entry, status, words: topicWords(requestOf(entry)) };
    });
  const isUnlisted = ({ entry }: EarlierWork): boolean => !listed.has(comparisonKey(entry));
  return [
    ...work("done", mergedDone(previous.done)).filter(isUnlisted),
    ...work("inProgress", previous.inProgress).filter(isUnlisted),
    ...work("nextSteps", previous.nextSteps).filter(isUnlisted),
    ...work("shown", openBefore).filter(
      ({ entry, words }) => words.size > 0 && !asks(requestOf(entry)),
    ),
  ];
}

/** Returns the line of a request that is done or open, with the sentence of its answer that says so. */
function lineOf({ answer, asked, question }: Exchange, status: Status): string | null {
  if (answer === null || question === null) return null;
  const { outcome, sentence } = judge(answer);
  if (status === "open")
    return requestLine(asked, outcome === "trouble" ? sentence : openWorkIn(answer));
  return requestLine(asked, outcome === "success" ? sentence : null);
}

/** The first request and the newest one. */
function goalsOf(before: readonly string[], items: readonly Item[]): readonly string[] {
  const asked = items
    .flatMap(({ message }) => (isUserMessage(message) ? [textOf(message)] : []))
    .filter((text) => !isNotice(text) && !SHORT_ANSWER.test(text));
  const ends = [asked.at(0), asked.at(-1)].filter((text) => text !== undefined);
  const goals = deduplicate([...before, ...ends.map((text) => requestExcerpt(text, 320))]);
  return [...new Set([...goals.slice(0, 1), ...goals.slice(-1)])];
}
