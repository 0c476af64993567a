import { type Item, textOf } from "@cutpoint/core";
import { isPlainChat, isUserMessage, toolRuns } from "@cutpoint/core/kit";
import { type Finding, findingOfLine } from "./answers.ts";
import { requestExcerpt } from "./excerpt.ts";
import { type Exchange, exchangesOf } from "./exchanges.ts";
import { USER } from "./lines.ts";
import {
  eachOnce,
  emptySections,
  keyOf,
  type ParsedSummary,
  type SummarySections,
} from "./sections.ts";
import { decisionsIn, lastWordsIn, nextStepsIn, resultsIn, rulesIn } from "./statements.ts";
import { type ToDo, toDoOf } from "./to-do.ts";
import { readToolLog, subjectOfLine, type ToolLog } from "./tool-log.ts";

/** All that a summary could say, before it is cut to its room. */
export type Material = {
  /** Every section in full but for `done` and `criticalContext`. */
  readonly sections: SummarySections;
  readonly findings: readonly Finding[];
  /** Whether it is talk: all but its rules is told turn by turn. */
  readonly isChat: boolean;
  /** Finished steps, oldest first. */
  readonly steps: readonly string[];
};

export type MaterialSource = {
  readonly items: readonly Item[];
  /** The summary of what came before the items, taken apart. */
  readonly previous: ParsedSummary | null;
};

/** Parts a person's words from the model's last ones. */
export const DASH = " — ";
/** Stands for a question that the items do not hold. */
export const UNKNOWN = "…";
const MAX_GOALS = 2;
const MAX_BLOCKED = 6;

/** Reads items and an earlier summary into what a new summary can say. Takes time in proportion to their length. */
export function materialOf({ items: said, previous }: MaterialSource): Material {
  const isChat = isPlainChat(said.map(({ message }) => message));
  const items = isChat ? [] : said;
  const before = previous?.history ?? emptySections();
  const turn = previous?.turn ?? emptySections();
  const asked = turn.goal.at(-1) ?? openQuestionOf(before.inProgress) ?? "";
  const exchanges = withOpenQuestion(exchangesOf(items), asked);
  const toolLog = readToolLog(toolRuns(items));
  const toDo = toDoOf(items);
  const progress = progressOf(before, exchanges, toDo);
  const carriedDone = [...before.done, ...turn.done.filter((line) => !isOpenLine(line))];
  const answered = exchanges.flatMap(findingOf);
  return {
    sections: {
      ...emptySections(),
      goal: goalsOf([...before.goal, ...turn.goal], items),
      constraints: eachOnce([...before.constraints, ...rulesIn(said)]),
      decisions: eachOnce([...before.decisions, ...decisionsIn(items)]),
      blocked: blockedOf([...before.blocked, ...turn.blocked], toolLog),
      inProgress: eachOnce(progress.inProgress),
      nextSteps: eachOnce(progress.nextSteps),
    },
    isChat,
    findings: [...carriedDone.flatMap((line) => findingOfLine(line) ?? []), ...answered],
    steps: eachOnce([
      ...carriedDone.filter((line) => findingOfLine(line) === null),
      ...progress.done,
      ...resultsIn(items),
      ...toolLog.done,
    ]),
  };
}

/** Where the items begin in the middle of an exchange, its question stands in the earlier summary. */
function withOpenQuestion(exchanges: readonly Exchange[], question: string): readonly Exchange[] {
  const [first, ...rest] = exchanges;
  if (first === undefined || first.question !== null || question === "") return exchanges;
  return [{ ...first, question }, ...rest];
}

/** An exchange that is over, with its answer or, where it was broken off, the last words of the model. */
function findingOf(
  exchange: Exchange,
  place: number,
  all: readonly Exchange[],
): readonly Finding[] {
  const isLast = place === all.length - 1;
  const answer = exchange.answer ?? (isLast ? null : lastWordsIn(exchange.items, 300));
  if (exchange.question === null || answer === null) return [];
  return [{ question: exchange.question, answer }];
}

function goalsOf(before: readonly string[], items: readonly Item[]): readonly string[] {
  const asked = items.flatMap(({ message }) => (isUserMessage(message) ? [textOf(message)] : []));
  const newest = [asked.at(0), asked.at(-1)].filter((text) => text !== undefined);
  const goals = eachOnce([...before, ...newest.map((text) => requestExcerpt(text, 320))]);
  return goals.length <= MAX_GOALS ? goals : [...goals.slice(0, 1), ...goals.slice(1 - MAX_GOALS)];
}

type Progress = {
  readonly done: readonly string[];
  readonly inProgress: readonly string[];
  readonly nextSteps: readonly string[];
};

/**
 * What is under way: a to-do list says so itself; else the last exchange where it has no answer. What the earlier
 * summary had under way is done once an exchange has ended since, and told anew while one goes on.
 */
function progressOf(
  before: SummarySections,
  exchanges: readonly Exchange[],
  toDo: ToDo | null,
): Progress {
  const last = exchanges.at(-1);
  const ended = exchanges.some((exchange) => exchange.answer !== null);
  const listed = new Set(
    [...(toDo?.done ?? []), ...(toDo?.inProgress ?? []), ...(toDo?.pending ?? [])].map(keyOf),
  );
  const unlisted = before.inProgress.filter(
    (entry) => !listed.has(keyOf(entry)) && (last === undefined || !isOpenLine(entry)),
  );
  const open = last !== undefined && last.answer === null ? last : null;
  return {
    done: [...(ended ? unlisted : []), ...(toDo?.done ?? [])],
    inProgress: [
      ...(ended ? [] : unlisted),
      ...(toDo?.inProgress ?? []),
      ...(open === null ? [] : [openLine(open)]),
    ],
    nextSteps: [
      ...(last === undefined ? before.nextSteps : []),
      ...(toDo?.pending ?? []),
      ...(last === undefined ? [] : nextStepsIn(last.items)),
      ...(open === null || open.question === null
        ? []
        : [USER + requestExcerpt(open.question, 100)]),
    ],
  };
}

/** An exchange that is not over: the person's words, then the model's last ones. */
function openLine({ question, items }: Exchange): string {
  const asked = question === null ? UNKNOWN : USER + requestExcerpt(question, 240);
  const lastWords = lastWordsIn(items, 280);
  return lastWords === null ? asked : asked + DASH + lastWords;
}

function isOpenLine(entry: string): boolean {
  return entry.startsWith(USER) || entry.startsWith(UNKNOWN + DASH);
}

function openQuestionOf(inProgress: readonly string[]): string | undefined {
  const open = inProgress.findLast((entry) => entry.startsWith(USER));
  return open?.slice(USER.length).split(DASH, 1)[0];
}

function blockedOf(before: readonly string[], toolLog: ToolLog): readonly string[] {
  const open = before.filter((line) => !toolLog.succeeded.has(subjectOfLine(line)));
  const newest = new Map([...open, ...toolLog.blocked].map((line) => [subjectOfLine(line), line]));
  return [...newest.values()].slice(-MAX_BLOCKED);
}
