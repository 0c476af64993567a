import { textOf } from "@cutpoint/core";
import type { ToolRun } from "@cutpoint/core/kit";
import { asks } from "./cue-words.ts";
import type { Exchange } from "./exchanges.ts";
import { judge, statesOpenWork } from "./outcome.ts";
import { sentencesOf, wordsOf } from "../read/sentences.ts";
import { countsFailures, withoutCode } from "../read/signs.ts";
import { isLook, isWork } from "../read/tool-log.ts";

/** How an exchange ended. `answered` is an answer without work. A later exchange finished or took back `past` work. */
export type Status = "done" | "answered" | "open" | "past";

/** Requests and commands that take work back. */
const TAKES_BACK =
  /(?<![\p{L}\p{N}_-])(?:revert\p{L}*|undo|undone|undid|restore|after all|mistake|roll(?:ed|ing)? ?back|back(?:ed)? out|(?:take|put|bring|turn|switch|throw) (?:[^\s.,;]+ ){1,4}?(?:back|out|away|(?:off|on) again)|off again|rückgängig|zurück\p{L}*|doch (?:nicht|wieder)|annule[rz]?|revierte|revertir|deshaz|deshacer|annulla|desfa[zç]\p{L}*|откати\p{L}*|отмени\p{L}*|верни\p{L}*)(?![\p{L}\p{N}_])|撤销|回滚|恢复|取り消|元に戻/iu;
const GIT_TAKES_BACK = /(?:^|[;&|]\s*)git\s+(?:revert|reset\s+--hard|restore|checkout\s+--)(?!\S)/u;
const MOST_REQUEST_CHARACTERS = 400;

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
export function statusesOf(exchanges: readonly Exchange[]): readonly Status[] {
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
  for (const [place, exchange] of exchanges.entries()) {
    if (statuses[place] !== "done") continue;
    const isTaker = takesBack(exchange);
    const isPast = (earlier: Exchange, at: number): boolean =>
      at < place &&
      statuses[at] === (isTaker ? "done" : "open") &&
      !takesBack(earlier) &&
      (isAbout(exchange, textIn(earlier)) || (at === place - 1 && continues(exchange)));
    if (isTaker) {
      const undone = exchanges.findLastIndex(isPast);
      if (undone !== -1) statuses[undone] = "past";
    } else
      for (const [at, earlier] of exchanges.entries())
        if (isPast(earlier, at)) statuses[at] = "past";
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
  if (outcome !== null) return outcome === "success" ? "done" : "open";
  const isText = answer.length > LONG_ANSWER || wordsOf(answer).length <= AGREEMENT;
  return isText ? "answered" : "open";
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

/** Returns whether an exchange takes earlier work back. */
export function takesBack({ question, runs }: Exchange): boolean {
  const asked = question ?? "";
  return (
    (asked.length <= MOST_REQUEST_CHARACTERS && TAKES_BACK.test(withoutCode(asked))) ||
    runs.some(({ command, failed }) => !failed && GIT_TAKES_BACK.test(command ?? ""))
  );
}

function textIn({ answer, question }: Exchange): string {
  return question ?? answer ?? "";
}

const WITHDRAWS =
  /(?<!\p{L})(?:skip|forget|leave|drop|never ?mind|(?:not|n['’]t) (?:need|do|bother)|cancel|lass|vergiss|streich\p{L}*|brauch\p{L}* (?:wir |du )?(?:das )?nicht|laisse|oublie|olvida|deja)(?!\p{L})/iu;

/** Returns whether the user withdraws a step, or says that it is done. */
export function withdraws({ question }: Exchange): boolean {
  const asked = question ?? "";
  return (
    asked.length <= MOST_REQUEST_CHARACTERS && (WITHDRAWS.test(asked) || judge(asked) === "success")
  );
}

/** The share of the words of an earlier text that a later exchange about the same work has. */
const SAME_WORK = 0.5;
/** Requests of at most so many words are about what was said just before: `Take it back`, `They are written`. */
const NAMES_NOTHING = { takes: 2, withdraws: 1, other: -1 } as const;

/** Returns whether an exchange is about the work of an earlier text. */
export function isAbout(exchange: Exchange, earlier: string): boolean {
  const kind = takesBack(exchange) ? "takes" : withdraws(exchange) ? "withdraws" : "other";
  const asked = contentWords((exchange.question ?? "").replace(TAKES_BACK, ""));
  const said = kind === "takes" ? asked : [...asked, ...contentWords(exchange.answer ?? "")];
  const before = [...new Set(contentWords(earlier))];
  const shared = before.filter((word) => said.includes(word)).length;
  if (shared === 0) return asked.length <= NAMES_NOTHING[kind];
  return kind !== "other" || shared >= SAME_WORK * before.length;
}

/** Whether a request names nothing, as in `Try again.` */
function continues({ question }: Exchange): boolean {
  return question !== null && contentWords(question).length === 0;
}

/** Words that name no work. */
const GENERIC =
  /^(?:this|that|these|those|they|them|then|with|from|into|please|again|still|continue|have|make|your|what|when|there|here|nicht|noch|bitte|eine[nmrs]?|jetzt|wieder|weiter|dass|dies\p{L}*|auch|aber|nochmal|avec|dans|pour|para|esta|este)$/u;

function contentWords(text: string): readonly string[] {
  return wordsOf(text).filter((word) => !GENERIC.test(word));
}
