import { type Item, textOf } from "@cutpoint/core";
import { isUserMessage, mapInSteps, type Steps, toolRuns } from "@cutpoint/core/kit";
import { type Finding, findingLine, findingOfLine } from "./answers.ts";
import { requestExcerpt } from "./excerpt.ts";
import { type Exchange, exchangesOf, isNotice } from "./exchanges.ts";
import { answersWithOffers, openOffer } from "./offers.ts";
import { isBetweenPeople } from "../chat/chat-lines.ts";
import { ASSISTANT, USER } from "../read/lines.ts";
import {
  deduplicate,
  emptySections,
  comparisonKey,
  type ParsedSummary,
  type SummarySections,
} from "./sections.ts";
import { lastWordsIn, nextStepsIn, resultsIn, rulesIn } from "./statements.ts";
import { troubleIn } from "./outcome.ts";
import { type Status, statusesOf } from "./status.ts";
import { isAbout, type Topic, topicOf, topicWords } from "./topic.ts";
import { type ToDo, toDoOf } from "../read/to-do.ts";
import { readToolLog, subjectOfLine, type ToolLog } from "../read/tool-log.ts";

/** Everything that a summary can contain, before it is cut to the budget. */
export type SummaryContent = {
  /** All sections except `done`, `answered` and `criticalContext`. */
  readonly sections: SummarySections;
  readonly findings: readonly Finding[];
  /** If true, only rules for the model are collected, and the rest is summarized turn by turn. */
  readonly isChat: boolean;
  /** Finished steps, oldest first. */
  readonly steps: readonly string[];
};

export type ContentInput = {
  readonly items: readonly Item[];
  /** Items that the view does not show verbatim. Only their rules are repeated. */
  readonly hiddenItems: readonly Item[];
  /** Items after these, which can answer them. */
  readonly next: readonly Item[];
  readonly previous: ParsedSummary;
  readonly isChat: boolean;
};

/** Separates the user's text from the model's latest text. */
export const DASH: string = ` — ${ASSISTANT}`;
/** An answer of a few letters, as in `B)` or `yes`. */
const SHORT_ANSWER = /^[^\p{L}]*(?:[\p{Lu}\p{Ll}][^\p{L}]*){0,4}$/u;
const MAX_GOALS = 2;
const MAX_BLOCKED = 6;
const MAX_STEPS = 8;

/** Collects the content for a new summary from items and the previous summary. O(n) in the length of the items. */
export function* collectContent({
  hiddenItems,
  isChat,
  items: allItems,
  next,
  previous,
}: ContentInput): Steps<SummaryContent> {
  const items = isChat ? [] : allItems;
  const ruled = isChat && isBetweenPeople(allItems) ? [] : hiddenItems;
  const before = previous.history;
  const turn = previous.turn ?? emptySections();
  const exchanges = exchangesOf(items, turn.goal.at(-1) ?? openQuestionIn(before.inProgress));
  const runs = toolRuns(items);
  const toolLog = yield* readToolLog(runs);
  const all = [...exchanges, ...exchangesOf(next, null)];
  const topics = all.map(topicOf);
  const statuses = statusesOf(all, topics);
  const progress = progressOf(before, { exchanges, statuses, topics }, toDoOf(runs));
  yield;
  const carriedDone = withoutUndone(
    [...before.done, ...turn.done.filter((line) => !isOpenLine(line))],
    { exchanges, statuses, topics },
  );
  const carriedAnswers = [...before.answered, ...turn.answered];
  const list = openOffer(items, next);
  yield;
  return {
    sections: {
      ...emptySections(),
      goal: goalsOf([...before.goal, ...turn.goal], isChat ? [] : hiddenItems),
      constraints: deduplicate([
        ...before.constraints,
        ...(yield* mapInSteps(ruled, rulesIn)).flat(),
        ...answersWithOffers(items, next),
      ]),
      decisions: before.decisions,
      blocked: blockedOf([...before.blocked, ...turn.blocked], toolLog),
      inProgress: deduplicate(progress.inProgress),
      nextSteps: deduplicate([...progress.nextSteps, ...(list === null ? [] : [list])]),
    },
    isChat,
    findings: [
      ...carriedDone.flatMap((line) => findingOfLine(line, true) ?? []),
      ...carriedAnswers.flatMap((line) => findingOfLine(line, false) ?? []),
      ...(yield* mapInSteps(exchanges.entries(), ([place, each]) =>
        findingOf(each, statuses[place] as Status),
      )).flat(),
    ],
    steps: deduplicate([
      ...carriedDone.filter((line) => findingOfLine(line, true) === null),
      ...progress.done,
      ...(yield* mapInSteps(exchanges.entries(), ([place, each]) =>
        isClosed(statuses[place]) ? each.items.flatMap(resultsIn) : [],
      )).flat(),
      ...toolLog.done,
    ]),
  };
}

function isClosed(status: Status | undefined): boolean {
  return status === "done" || status === "answered";
}

/** An interrupted exchange has the model's latest text as its answer. Open and past work are not findings. */
function findingOf({ answer, items, question }: Exchange, status: Status): readonly Finding[] {
  if (!isClosed(status)) return [];
  const said = answer ?? lastWordsIn(items, 300);
  return question === null || said === null
    ? []
    : [{ question, answer: said, isDone: status === "done" }];
}

function goalsOf(before: readonly string[], items: readonly Item[]): readonly string[] {
  const asked = items
    .flatMap(({ message }) => (isUserMessage(message) ? [textOf(message)] : []))
    .filter((text) => !isNotice(text) && !SHORT_ANSWER.test(text));
  const newest = [asked.at(0), asked.at(-1)].filter((text) => text !== undefined);
  const goals = deduplicate([...before, ...newest.map((text) => requestExcerpt(text, 320))]);
  return goals.length <= MAX_GOALS ? goals : [...goals.slice(0, 1), ...goals.slice(1 - MAX_GOALS)];
}

type Progress = {
  readonly done: readonly string[];
  readonly inProgress: readonly string[];
  readonly nextSteps: readonly string[];
};

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
  before: SummarySections,
  { exchanges, statuses, topics }: Judged,
  toDo: ToDo,
): Progress {
  const last = exchanges.at(-1);
  const listed = new Set([...toDo.done, ...toDo.inProgress, ...toDo.pending].map(comparisonKey));
  const ending = [...topics.entries()].filter(
    ([place, topic]) => statuses[place] === "done" || topic.withdraws,
  );
  /** Whether a text is not on the to-do list, and no exchange from a position on finishes or withdraws it. */
  const isLeft = (text: string, from = 0): boolean => {
    if (listed.has(comparisonKey(text))) return false;
    const words = topicWords(text);
    return !ending.some(([place, topic]) => place >= from && isAbout(topic, words));
  };
  const open = exchanges.filter(
    ({ answer }, place) => answer !== null && statuses[place] === "open",
  );
  const steps = exchanges.flatMap(({ items }, place) =>
    nextStepsIn(items).filter((step) => isLeft(step, place + 1)),
  );
  return {
    done: toDo.done,
    inProgress: [
      ...before.inProgress.filter(
        (entry) => isLeft(entry) && (last === undefined || !isOpenLine(entry)),
      ),
      ...open.flatMap(openFinding),
      ...toDo.inProgress,
      ...(last?.answer === null ? [openLine(last)] : []),
    ],
    nextSteps: [
      ...before.nextSteps.filter((step) => isLeft(step)),
      ...toDo.pending,
      ...steps,
    ].slice(-MAX_STEPS),
  };
}

const NO_WORDS: ReadonlySet<string> = new Set();

/** Removes the newest finished work of the previous summary that an exchange takes back. */
function withoutUndone(
  done: readonly string[],
  { exchanges, statuses, topics }: Judged,
): readonly string[] {
  let left = done.map((line) => ({ line, words: topicWords(line) }));
  for (const place of exchanges.keys()) {
    const topic = topics[place];
    if (statuses[place] !== "done" || topic?.takesBack !== true) continue;
    const isTaken = exchanges.some(({ question }, at) => {
      const words = question === null ? undefined : topics[at]?.words;
      return at < place && isAbout(topic, words ?? NO_WORDS);
    });
    if (isTaken) continue;
    const undone = left.findLastIndex(({ words }) => isAbout(topic, words));
    left = left.filter((_line, at) => at !== undone);
  }
  return left.map(({ line }) => line);
}

/** Returns a request whose answer says that it is not finished. */
function openFinding({ answer, question }: Exchange): readonly string[] {
  if (answer === null) return [];
  return [findingLine({ question: question ?? "", answer: troubleIn(answer), isDone: false })];
}

function openLine({ question, items }: Exchange): string {
  const lastWords = lastWordsIn(items, 280);
  if (question === null) return lastWords === null ? "" : ASSISTANT + lastWords;
  const asked = USER + requestExcerpt(question, 100);
  return lastWords === null ? asked : asked + DASH + lastWords;
}

function isOpenLine(entry: string): boolean {
  return entry.startsWith(USER) || entry.startsWith(ASSISTANT);
}

function openQuestionIn(inProgress: readonly string[]): string | null {
  const open = inProgress.findLast((entry) => entry.startsWith(USER));
  return open?.slice(USER.length).split(DASH, 1)[0] || null;
}

function blockedOf(before: readonly string[], toolLog: ToolLog): readonly string[] {
  const open = before.filter((line) => !toolLog.succeeded.has(subjectOfLine(line)));
  const newest = new Map([...open, ...toolLog.blocked].map((line) => [subjectOfLine(line), line]));
  return [...newest.values()].slice(-MAX_BLOCKED);
}
