import { textOf } from "@cutpoint/core";
import type { ToolRun } from "@cutpoint/core/kit";
import { statesProblem } from "./cue-words.ts";
import { plainLine, shortLine } from "./sentences.ts";

/** The files that some calls changed, their paths as they are told. */
export function filesChanged(
  runs: readonly ToolRun[],
  plain: (text: string) => string,
): ReadonlySet<string> {
  const changed = new Set<string>();
  for (const run of runs)
    if (!run.failed) for (const path of run.files.modified ?? []) changed.add(plain(path));
  return changed;
}

/** The tool calls of some items, told in one line each. */
export type ToolLog = {
  /** Commands that ended well, the last run of each: `` `npm test` → exit 0: 12 passed ``. */
  readonly done: readonly string[];
  /** What failed and was not followed by a success of the same. */
  readonly blocked: readonly string[];
  /** The subjects (as the lines above begin) of all that ended well. */
  readonly succeeded: ReadonlySet<string>;
};

const LOOKING: ReadonlySet<string> = new Set(
  "ls cat head tail sed grep rg find nl wc pwd echo cd which tree less awk stat file jq sleep printf".split(
    " ",
  ),
);

/** Tells tool calls, oldest first. A search that found nothing has not failed. */
export function readToolLog(runs: readonly ToolRun[]): ToolLog {
  const done = new Map<string, string>();
  const blocked = new Map<string, string>();
  const succeeded = new Set<string>();
  for (const run of runs) {
    const { kind } = run;
    const subject = subjectOf(run);
    if (run.result === null || subject === null || kind === "search" || kind === "memory") continue;
    done.delete(family(subject));
    blocked.delete(subject);
    if (run.failed) {
      if (kind !== "command" || !isLooking(subject)) blocked.set(subject, told(subject, run));
    } else {
      succeeded.add(subject);
      if (kind === "command" && run.exitCode === 0 && !isLooking(subject))
        done.set(family(subject), told(subject, run));
    }
  }
  return { done: [...done.values()], blocked: [...blocked.values()], succeeded };
}

/** The subject of a line that {@link readToolLog} wrote. */
export function subjectOfLine(line: string): string {
  return line.split(" → ", 1)[0] ?? line;
}

function subjectOf(run: ToolRun): string | null {
  const { kind } = run;
  const subject =
    kind === "command" ? run.command : [run.call.name, run.path ?? run.query ?? ""].join(" ");
  const short = shortLine(plainLine(subject ?? ""), 140).replaceAll("`", "'");
  return short === "" ? null : `\`${short}\``;
}

/** Commands that differ in their numbers only are runs of the same. */
function family(subject: string): string {
  return subject.replace(/\d+/gu, "#");
}

function isLooking(subject: string): boolean {
  const program = /^`(?:cd [^&;]+(?:&&|;)\s*)?([\w.-]+)/u.exec(subject)?.[1] ?? "";
  return LOOKING.has(program);
}

function told(subject: string, run: ToolRun): string {
  const code = run.exitCode;
  const verdict = run.result === null ? "" : verdictOf(textOf(run.result), code !== 0);
  const outcome = code === null ? "failed" : `exit ${code}`;
  return verdict === "" ? `${subject} → ${outcome}` : `${subject} → ${outcome}: ${verdict}`;
}

/** The line of a result that says how it went: the last one and, after a failure, the last one that tells of trouble. */
function verdictOf(text: string, failed: boolean): string {
  const lines = text
    .slice(-4_000)
    .split("\n")
    .map(plainLine)
    .filter((line) => /\p{L}{2}/u.test(line) && !/[:{([]$|exit(?:ed)?\b.{0,12}\bcode/iu.test(line));
  const trouble = failed ? lines.findLast(statesProblem) : undefined;
  return shortLine(trouble ?? lines.at(-1) ?? "", 160);
}
