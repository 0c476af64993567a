import { type Item, textOf } from "@cutpoint/core";
import { isUserMessage, mapInSteps, type Steps, toolRuns } from "@cutpoint/core/kit";
import { ASSISTANT, USER } from "../read/lines.ts";
import { type Task, type ToDo, toDoOf } from "../read/to-do.ts";
import { answerLine, requestExcerpt, requestOf } from "./answers.ts";
import { type Exchange, exchangesOf, isNotice } from "./exchanges.ts";
import { DASH, finishedLine, mergedDone, openQuestionIn, workKey } from "./open-before.ts";
import { lastWordsIn, nextStepsIn } from "./next-steps.ts";
import { troubleIn } from "./outcome.ts";
import { asks } from "../read/signs.ts";
import { comparisonKey, deduplicate, emptySections, type SummarySections } from "./sections.ts";
import { type Status, statusesOf } from "./status.ts";
import { createWorks, type Topic, topicOf, topicWords } from "./topic.ts";

export type ContentInput = {
  readonly items: readonly Item[];
  /** Items that the view does not show verbatim. */
  readonly hiddenItems: readonly Item[];
  /** Items after these, which can answer them. */
  readonly next: readonly Item[];
  readonly previous: SummarySections;
  /** Open entries of earlier summaries that stay in the view. */
  readonly openBefore: readonly string[];
  /** Tasks of earlier compactions. */
  readonly tasks: readonly Task[];
};

/** An answer of a few letters, as in `B)` or `yes`. */
const SHORT_ANSWER = /^[^\p{L}]*(?:[\p{Lu}\p{Ll}][^\p{L}]*){0,4}$/u;
const MAX_STEPS = 8;

/** Collects all sections except the context, from items and the previous summary. O(n) in the length of the items. */
export function* collectContent(input: ContentInput): Steps<SummarySections> {
  const { hiddenItems, items, next, openBefore, previous, tasks } = input;
  const openQuestion = openQuestionIn([...openBefore, ...previous.inProgress]);
  const all = exchangesOf([...items, ...next], openQuestion);
  const begun = new Set<Item | undefined>(items);
  const exchanges = all.filter((exchange) => begun.has(exchange.items[0]));
  const topics = yield* mapInSteps(all, topicOf);
  const judged = { exchanges, statuses: yield* statusesOf(all, topics), topics };
  const toDo = toDoOf(toolRuns(items), tasks);
  const progress = progressOf(previous.inProgress, previous.nextSteps, judged, toDo);
  yield;
  const answered = yield* mapInSteps(exchanges.entries(), ([place, each]) =>
    answeredIn(each, judged.statuses[place]),
  );
  const told = [...answered.flat(), ...toDo.done, ...progress.inProgress, ...progress.nextSteps];
  const toldWork = new Set(told.map(workKey));
  return {
    ...emptySections(),
    goal: goalsOf(previous.goal, hiddenItems),
    decisions: deduplicate(previous.decisions),
    inProgress: deduplicate(progress.inProgress),
    nextSteps: deduplicate(progress.nextSteps),
    done: deduplicate(
      [
        ...withoutUndone(mergedDone(previous.done), judged),
        ...toDo.done,
        ...answered.flat(),
        ...finishedOf(openBefore, judged).filter((line) => !toldWork.has(workKey(line))),
      ],
      requestOf,
    ),
  };
}

/** Returns a line if an exchange is closed and has an answer. */
function answeredIn({ answer, question }: Exchange, status?: Status): readonly string[] {
  const isClosed = status === "done" || status === "answered";
  return isClosed && question !== null && answer !== null ? [answerLine(question, answer)] : [];
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

/** Exchanges, and how they ended. */
type Judged = {
  readonly exchanges: readonly Exchange[];
  /** With those of later items. */
  readonly statuses: readonly Status[];
  /** With those of later items. */
  readonly topics: readonly Topic[];
};

/** Combines the to-do list, open exchanges and the previous summary. Previous work and steps stay until they are done. */
function progressOf(
  workBefore: readonly string[],
  stepsBefore: readonly string[],
  { exchanges, statuses, topics }: Judged,
  toDo: ToDo,
): Pick<SummarySections, "inProgress" | "nextSteps"> {
  const last = exchanges.at(-1);
  const listed = new Set(toDo.listed.map(comparisonKey));
  const left = createWorks();
  const lines: string[] = [];
  const add = (line: string): number => {
    if (!listed.has(comparisonKey(line))) left.add(lines.length, topicWords(line));
    return lines.push(line) - 1;
  };
  const work = workBefore.map(add);
  const steps = stepsBefore.map(add);
  const own: number[] = [];
  for (const [place, topic] of topics.entries()) {
    if (statuses[place] === "done" || topic.withdraws) left.takeAll(topic);
    const answer = exchanges[place]?.answer ?? "";
    own.push(...nextStepsIn(answer, place === topics.length - 1).map(add));
  }
  const leftOf = (places: readonly number[]): readonly string[] =>
    places.flatMap((place) => (left.has(place) ? (lines[place] ?? []) : []));
  const open = exchanges.flatMap(({ answer, question }, place) =>
    answer !== null && question !== null && statuses[place] === "open"
      ? [answerLine(question, troubleIn(answer))]
      : [],
  );
  return {
    inProgress: [
      ...leftOf(work).filter((entry) => last === undefined || !isOpenLine(entry)),
      ...open,
      ...toDo.inProgress,
      ...(last?.answer === null ? [openLine(last)] : []),
    ],
    nextSteps: [...leftOf(steps), ...toDo.pending, ...leftOf(own)].slice(-MAX_STEPS),
  };
}

/** Returns a line for each open entry of an earlier summary that names work which an exchange finished or withdrew. */
function finishedOf(
  openBefore: readonly string[],
  { statuses, topics }: Judged,
): readonly string[] {
  const left = createWorks();
  const named = openBefore.filter(
    (entry) => !asks(requestOf(entry)) && topicWords(requestOf(entry)).size > 0,
  );
  for (const [place, entry] of named.entries()) left.add(place, topicWords(requestOf(entry)));
  for (const [place, topic] of topics.entries())
    if (statuses[place] === "done" || topic.withdraws) left.takeAll(topic);
  return named.filter((_entry, place) => !left.has(place)).map(finishedLine);
}

/** Removes the newest finished work of the previous summary that an exchange takes back. */
function withoutUndone(
  done: readonly string[],
  { exchanges, statuses, topics }: Judged,
): readonly string[] {
  const left = createWorks();
  for (const [at, line] of done.entries()) left.add(at, topicWords(line));
  const named = new Set<string>();
  for (const [place, { question }] of exchanges.entries()) {
    const topic = topics[place];
    if (topic === undefined) continue;
    const isTaken = topic.isBare ? place > 0 : [...topic.said].some((word) => named.has(word));
    if (statuses[place] === "done" && topic.takesBack && !isTaken) left.takeNewest(topic);
    if (question !== null) for (const word of topic.words) named.add(word);
  }
  return done.filter((_line, at) => left.has(at));
}

function openLine({ items, question }: Exchange): string {
  const lastWords = lastWordsIn(items, 280);
  if (question === null) return lastWords === null ? "" : ASSISTANT + lastWords;
  const asked = USER + requestExcerpt(question, 100);
  return lastWords === null ? asked : asked + DASH + lastWords;
}

function isOpenLine(entry: string): boolean {
  return entry.startsWith(USER) || entry.startsWith(ASSISTANT);
}
