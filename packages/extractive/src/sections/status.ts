import { textOf } from "@cutpoint/core";
import type { ToolRun } from "@cutpoint/core/kit";
import { countsFailures, hasSign, isQuestion, withoutCode } from "../read/signs.ts";
import { sentencesOf, wordsOf } from "../read/sentences.ts";
import { isLook, isWork } from "../read/tool-log.ts";
import type { Exchange } from "./exchanges.ts";

/** How an exchange ended. `answered` is an answer without work; `undone` is work that a later one took back. */
export type Status = "done" | "answered" | "open" | "undone";

/** Sentences at the end of an answer that judge it. */
const JUDGED_SENTENCES = 8;
/** Commands and words that take work back. */
const TAKES_BACK =
  /(?<![\p{L}\p{N}_-])(?:revert\p{L}*|undo|undone|undid|roll(?:ed|ing)? ?back|back(?:ed)? out|take (?:that|it|this) back|throw (?:that|it|this) away|rückgängig|zurücksetzen|mach\p{L}* .{0,20}rückgängig|annule[rz]?|revierte|revertir|deshaz|deshacer|annulla|desfa[zç]\p{L}*|откати\p{L}*|отмени\p{L}*)(?![\p{L}\p{N}_])|撤销|回滚|取り消|元に戻/iu;
const GIT_TAKES_BACK = /(?:^|[;&|]\s*)git\s+(?:revert|reset\s+--hard|restore|checkout\s+--)(?!\S)/u;

/** Judges each exchange by its end and by what followed. The result of the last run of a check counts, not of the first. */
export function statusesOf(exchanges: readonly Exchange[]): readonly Status[] {
  const newestRun = new Map<string, boolean>();
  for (const { runs } of exchanges)
    for (const run of runs) {
      const check = checkOf(run);
      if (check !== null) newestRun.set(check, failed(run));
    }
  const statuses = exchanges.map((exchange, place): Status =>
    endOf(exchange, place === exchanges.length - 1, newestRun),
  );
  for (const [place, exchange] of exchanges.entries()) {
    if (statuses[place] === "open" || !takesBack(exchange)) continue;
    const undone = statuses.findLastIndex(
      (status, earlier) =>
        earlier < place &&
        status === "done" &&
        !takesBack(exchanges[earlier] as Exchange) &&
        isAbout(exchange, exchanges[earlier] as Exchange),
    );
    if (undone !== -1) statuses[undone] = "undone";
  }
  return statuses;
}

function endOf(
  { answer, question, runs }: Exchange,
  isLast: boolean,
  newestRun: ReadonlyMap<string, boolean>,
): Status {
  if (answer === null) return isLast || runs.some(isWork) ? "open" : "answered";
  const judged = judge(answer);
  const checks = runs.flatMap((run) => checkOf(run) ?? []);
  const isFailing = checks.some((check) => newestRun.get(check) === true);
  if (isFailing || judged === "trouble") return "open";
  if (!runs.some(isWork)) {
    const reports = !isQuestion(question ?? "") && hasWorkWords(answer);
    return judged === "success" && reports ? "done" : "answered";
  }
  if (judged === "success") return "done";
  const lastWork = runs.findLastIndex((run) => isWork(run) && checkOf(run) === null);
  const succeeds = runs.some(
    (run, place) => place > lastWork && checkOf(run) !== null && !failed(run),
  );
  return succeeds ? "done" : "open";
}

/** An answer without calls reports work of the model only in the first person or with a finished verb at its start. */
function hasWorkWords(answer: string): boolean {
  const [first = ""] = sentencesOf(answer);
  return hasSign(first.split(/\s+/u).slice(0, 4).join(" "), "success");
}

/**
 * Judges an answer by its last sentences. Trouble now, anywhere in them, means that the work is open. Trouble of the past
 * counts only if no success follows it.
 */
export function judge(answer: string): "success" | "trouble" | null {
  let verdict: "success" | "trouble" | null = null;
  for (const sentence of sentencesOf(answer).slice(-JUDGED_SENTENCES)) {
    if (isQuestion(sentence)) continue;
    if (hasSign(sentence, "trouble")) return "trouble";
    if (hasSign(sentence, "success")) verdict = "success";
    else if (hasSign(sentence, "past")) verdict = "trouble";
  }
  return verdict;
}

/** Returns the sentences of an answer that report trouble, or the answer. */
export function troubleIn(answer: string): string {
  const trouble = sentencesOf(answer).filter(
    (sentence) =>
      !isQuestion(sentence) && (hasSign(sentence, "trouble") || hasSign(sentence, "past")),
  );
  return trouble.length === 0 ? answer : trouble.join(" ");
}

/** Returns what identifies a command that checks or changes something: its words without numbers; `null` for a look. */
function checkOf(run: ToolRun): string | null {
  if (run.kind !== "command" || run.command === undefined || run.result === null) return null;
  return isLook(run) ? null : run.command.replace(/\d+/gu, "#").slice(0, 200);
}

function failed(run: ToolRun): boolean {
  return run.failed || (run.result !== null && countsFailures(textOf(run.result)));
}

function takesBack({ question, runs }: Exchange): boolean {
  const asked = question ?? "";
  return (
    (asked.length <= 400 && TAKES_BACK.test(withoutCode(asked))) ||
    runs.some(({ command, failed }) => !failed && GIT_TAKES_BACK.test(command ?? ""))
  );
}

/** Whether an exchange names what an earlier one is about, or nothing else. */
function isAbout({ question }: Exchange, earlier: Exchange): boolean {
  const words = wordsOf((question ?? "").replace(TAKES_BACK, "")).filter((word) => word.length > 4);
  const about = wordsOf(`${earlier.question ?? ""} ${earlier.answer ?? ""}`);
  return words.length === 0 || words.some((word) => about.includes(word)) || words.length <= 2;
}
