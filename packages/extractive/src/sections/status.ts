import { textOf } from "@cutpoint/core";
import type { ToolRun } from "@cutpoint/core/kit";
import type { Exchange } from "./exchanges.ts";
import { judge, statesOpenWork } from "./outcome.ts";
import { sentencesOf, wordsOf } from "../read/sentences.ts";
import { asks, countsFailures } from "../read/signs.ts";
import { isLook, isWork } from "../read/commands.ts";
import { isAbout, type Topic, topicOf } from "./topic.ts";

/** How an exchange ended. `answered` is an answer without work. A later exchange finished or took back `past` work. */
export type Status = "done" | "answered" | "open" | "past";

/** Requests for a text, which the answer contains. */
const ASKS_FOR_TEXT =
  /^\W{0,9}(?:(?:please|now|and|then|also|ok|bitte|jetzt|dann)[\s,]{1,3}){0,3}(?:explain|describe|tell|show|list|summari[sz]e|compare|give|read|look|review|think|say|check|find|erklär\p{L}*|beschreib\p{L}*|zeig\p{L}*|nenn\p{L}*|sag|lies|schau|fass|vergleich\p{L}*|prüf\p{L}*|explique|décri\p{L}*|montre|liste|explica|describe|muestra|объясни|покажи|расскажи)(?!\p{L})|^(?:解释|说明|列出|説明)/iu;
/** A request in the form of a question. */
const ASKS_FOR_WORK =
  /^\W{0,9}(?:(?:please|and|now) ){0,3}(?:(?:can|could|would|will) (?:you|we)|(?:kannst|könntest|würdest) du|(?:können|könnten|würden) sie|(?:peux|pourrais)-tu|puedes)/iu;
const UNABLE =
  /(?<!\p{L})(?:I (?:cannot|can['’]t|could not|couldn['’]t|am unable|have no)|ich k(?:ann|onnte)|je ne p\p{L}+ pas|no puedo|не могу)(?!\p{L})|无法|できません/iu;
/** Longer answers contain what was asked for, in characters; shorter ones, in words, only agree. */
const LONG_ANSWER = 400;
const AGREEMENT = 5;

/** Judges each exchange by its end and by what followed. The result of the last run of a check counts, not of the first. */
export function statusesOf(
  exchanges: readonly Exchange[],
  topics: readonly Topic[] = exchanges.map(topicOf),
): readonly Status[] {
  const newestRun = new Map<string, { readonly failed: boolean; readonly place: number }>();
  for (const [place, { runs }] of exchanges.entries())
    for (const run of runs) {
      const check = checkOf(run);
      if (check !== null) newestRun.set(check, { failed: failed(run), place });
    }
  const statuses = exchanges.map((exchange, place): Status => {
    const checks = checksOf(exchange).flatMap((check) => newestRun.get(check) ?? []);
    const isFailing = checks.some((check) => check.failed);
    const status = isFailing ? "open" : endOf(exchange, place === exchanges.length - 1);
    const isMended = checks.length > 0 && checks.every((check) => check.place > place);
    return status === "open" && isMended && !isFailing ? "past" : status;
  });
  const open = new Map<number, Topic>();
  for (const [place, topic] of topics.entries()) {
    const isSame = (earlier: Topic, at: number): boolean =>
      isAbout(topic, earlier.words) || (at === place - 1 && topic.namesNothing);
    if (statuses[place] === "open" && !topic.takesBack) open.set(place, topic);
    if (statuses[place] !== "done") continue;
    if (topic.takesBack) {
      const undone = topics.findLastIndex(
        (earlier, at) =>
          at < place && statuses[at] === "done" && !earlier.takesBack && isSame(earlier, at),
      );
      if (undone !== -1) statuses[undone] = "past";
    } else
      for (const [at, earlier] of open)
        if (isSame(earlier, at)) {
          statuses[at] = "past";
          open.delete(at);
        }
  }
  return statuses;
}

function endOf({ answer, question, runs }: Exchange, isLast: boolean): Status {
  const works = runs.some(isWork);
  if (answer === null) return isLast || works ? "open" : "answered";
  const outcome = judge(answer);
  if (works)
    return outcome === "success" || (outcome === null && endsChecked(runs)) ? "done" : "open";
  if (question !== null && isAsked(question)) return UNABLE.test(answer) ? "open" : "answered";
  if (question === null || sentencesOf(question).some((each) => ASKS_FOR_TEXT.test(each)))
    return statesOpenWork(answer) ? "open" : "answered";
  if (outcome === "success") return "done";
  if (answer.length > LONG_ANSWER) return statesOpenWork(answer) ? "open" : "answered";
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

/** Returns what identifies a command that checks or changes something: its words without numbers; `null` for a look. */
function checkOf(run: ToolRun): string | null {
  if (run.kind !== "command" || run.command === undefined || run.result === null) return null;
  return isLook(run) ? null : run.command.replace(/\d+/gu, "#").slice(0, 200);
}

function checksOf({ runs }: Exchange): readonly string[] {
  return runs.flatMap((run) => checkOf(run) ?? []);
}

function failed(run: ToolRun): boolean {
  return run.failed || (run.result !== null && countsFailures(textOf(run.result)));
}
