import { textOf } from "@cutpoint/core";
import { mapInSteps, type Steps, type ToolRun } from "@cutpoint/core/kit";
import type { Exchange } from "./exchanges.ts";
import { isReport, judge, openWorkIn } from "./outcome.ts";
import { sentencesOf, wordsOf } from "../read/sentences.ts";
import { asks, countsFailures } from "../read/signs.ts";
import { isLook, isWork } from "../read/commands.ts";
import { addWork, takeAll, takeNewest, type Topic, type Works } from "./topic.ts";

/**
 * How work ended. `answered` is an answer without work, or one that states neither a success nor open work. A later
 * exchange finished, took back or withdrew `past` work, or reports that `repeated` work is still open.
 */
export type Status = "done" | "answered" | "open" | "past" | "repeated";

/** Work of an earlier summary. */
export type EarlierStatus = {
  readonly status: "done" | "open";
  readonly words: ReadonlySet<string>;
};

/** Requests for a text, which the answer contains. */
const ASKS_FOR_TEXT =
  /^\W{0,9}(?:(?:please|now|and|then|also|ok|bitte|jetzt|dann)[\s,]{1,3}){0,3}(?:explain|describe|tell|show|list|summari[sz]e|compare|give|read|look|review|think|say|check|find|erklär\p{L}*|beschreib\p{L}*|zeig\p{L}*|nenn\p{L}*|sag|lies|schau|fass|vergleich\p{L}*|prüf\p{L}*|explique|décri\p{L}*|montre|liste|explica|describe|muestra|объясни|покажи|расскажи)(?!\p{L})|^(?:解释|说明|列出|説明)/iu;
/** A request in the form of a question. */
const ASKS_FOR_WORK =
  /^\W{0,9}(?:(?:please|and|now|so|ok|also|but),? ){0,3}(?:(?:can|could|would|will) (?:you|we)|(?:kannst|könntest|würdest) du|(?:können|könnten|würden) sie|(?:peux|pourrais)-tu|puedes)/iu;
const UNABLE =
  /(?<!\p{L})(?:I (?:cannot|can['’]t|could not|couldn['’]t|am unable|have no)|ich k(?:ann|onnte)|je ne p\p{L}+ pas|no puedo|не могу)(?!\p{L})|无法|できません/iu;
/** Longer answers contain what was asked for, in characters; shorter ones, in words, only agree. */
const LONG_ANSWER = 400;
const AGREEMENT = 5;

/** Reports of the same work name it. */
const NAMED = { isBare: false, takesBack: false, withdraws: false } as const;

/**
 * Judges the work of earlier summaries and each exchange, by its end and by what followed. The result of the last run of
 * a check counts, not of the first.
 */
export function* statusesOf(
  exchanges: readonly Exchange[],
  topics: readonly Topic[],
  earlier: readonly EarlierStatus[] = [],
): Steps<readonly Status[]> {
  const ends = yield* endsOf(exchanges);
  const statuses: Status[] = [...earlier.map(({ status }) => status), ...ends];
  const open: Works = new Map();
  const finished: Works = new Map();
  const mark = (places: readonly number[], status: Status): void => {
    for (const place of places) statuses[place] = status;
  };
  for (const [place, { status, words }] of earlier.entries())
    addWork(status === "open" ? open : finished, place, words);
  for (const [at, topic] of topics.entries()) {
    yield;
    const place = earlier.length + at;
    const status = statuses[place];
    const answer = exchanges[at]?.answer ?? null;
    if (topic.withdraws) mark(takeAll(open, topic, earlier.length), "past");
    if (status === "done" && topic.takesBack) mark(takeNewest(finished, topic), "past");
    else if (status === "done") {
      mark(takeAll(open, topic), "past");
      if (topic.namesNothing && open.delete(place - 1)) mark([place - 1], "past");
      addWork(finished, place, topic.words);
    } else if (topic.takesBack) continue;
    else if (status === "answered" && judge(answer ?? "").outcome === "success")
      mark(takeAll(open, { ...topic, ...NAMED }), "past");
    else if (status === "open") {
      if (answer !== null) mark(takeAll(open, { ...topic, ...NAMED }), "repeated");
      addWork(open, place, topic.words);
    }
  }
  return statuses;
}

/** Judges each exchange by its answer, and by the newest run of each of its checks. */
function* endsOf(exchanges: readonly Exchange[]): Steps<readonly Status[]> {
  const checksOf = yield* mapInSteps(exchanges, ({ runs }) => endedChecks(runs));
  const newestRun = new Map<string, { readonly isOpen: boolean; readonly place: number }>();
  for (const [place, checks] of checksOf.entries())
    for (const [check, isOpen] of checks) newestRun.set(check, { isOpen, place });
  return yield* mapInSteps(exchanges.entries(), ([place, exchange]): Status => {
    const checks = [...(checksOf[place]?.keys() ?? [])].flatMap(
      (check) => newestRun.get(check) ?? [],
    );
    if (checks.some(({ isOpen }) => isOpen)) return "open";
    const status = endOf(exchange);
    const isMended = checks.length > 0 && checks.every((check) => check.place > place);
    return status === "open" && isMended ? "past" : status;
  });
}

function endOf({ answer, question, runs }: Exchange): Status {
  if (answer === null) return "open";
  const isShort = answer.length <= LONG_ANSWER;
  const works = runs.some((run) => isWork(run) && (isShort || run.kind !== "other"));
  const { outcome } = judge(answer);
  if (works && (outcome === "success" || (outcome === null && endsChecked(runs)))) return "done";
  if (question !== null && isAsked(question)) {
    const said = sentencesOf(answer).slice(0, 2);
    return said.some((sentence) => UNABLE.test(sentence)) ? "open" : "answered";
  }
  if (works) {
    const isBare = question !== null && wordsOf(question).length === 0;
    return outcome === null && (isBare || isReport(sentencesOf(answer))) ? "answered" : "open";
  }
  if (question === null || sentencesOf(question).some((each) => ASKS_FOR_TEXT.test(each)))
    return openWorkIn(answer) === null ? "answered" : "open";
  if (!isShort) return openWorkIn(answer) === null ? "answered" : "open";
  if (outcome === "success") return "done";
  return outcome === null && wordsOf(answer).length <= AGREEMENT ? "answered" : "open";
}

/** Whether a request is a question, and not a request for work in the form of one. */
function isAsked(question: string): boolean {
  return asks(question) && !ASKS_FOR_WORK.test(question);
}

/** Whether a check succeeded after the last work. */
function endsChecked(runs: readonly ToolRun[]): boolean {
  const lastWork = runs.findLastIndex((run) => isWork(run) && checkOf(run) === null);
  return runs.some((run, place) => place > lastWork && checkOf(run) !== null && !failed(run));
}

/** A command that ends in a filter fails if the filter finds nothing. */
const FILTER = /\|\s*(?:rg|grep|jq) [^|]*$/u;

/** The result of a call that the user did not allow. */
const REJECTED = /^The user doesn['’]t want to/u;

const NUMBER = /(?<![\p{L}\p{N}_.])\d+(?![\p{L}\p{N}_.])/gu;

/** Returns what identifies a command that checks or changes something: its words without numbers; `null` for a look. */
function checkOf(run: ToolRun): string | null {
  if (run.kind !== "command" || run.command === undefined || run.result === null) return null;
  if (REJECTED.test(textOf(run.result))) return null;
  return isLook(run) || FILTER.test(run.command)
    ? null
    : run.command.replace(NUMBER, "#").slice(0, 200);
}

/**
 * Returns the checks of an exchange, each with whether its last run failed and is not over. A failed command is over if a
 * later one succeeded, and if tests failed, one of the same program.
 */
function endedChecks(runs: readonly ToolRun[]): ReadonlyMap<string, boolean> {
  const succeeded = new Set<string>();
  const ended = new Map<string, boolean>();
  for (const run of runs.toReversed()) {
    const check = checkOf(run);
    if (check === null) continue;
    const program = programOf(run);
    const isOver = failsTests(run) ? succeeded.has(program) : succeeded.size > 0;
    if (!ended.has(check)) ended.set(check, failed(run) && !isOver);
    if (!failed(run)) succeeded.add(program);
  }
  return ended;
}

function programOf({ command = "" }: ToolRun): string {
  return /^(?:cd [^&;]+(?:&&|;)\s*)?(\S*)/u.exec(command.trim())?.[1] ?? "";
}

function failed(run: ToolRun): boolean {
  return run.failed || failsTests(run);
}

function failsTests({ result }: ToolRun): boolean {
  return result !== null && countsFailures(textOf(result));
}
