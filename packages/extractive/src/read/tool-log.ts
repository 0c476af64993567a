import { textOf, type ToolMessage } from "@cutpoint/core";
import type { Steps, ToolRun } from "@cutpoint/core/kit";
import { countsFailures, statesProblem } from "./signs.ts";
import type { Shorten } from "./paths.ts";
import { LETTERS, plainLine, shortLine } from "./sentences.ts";

/** Lines that Codex adds to the output of a command. The outcome is part of the label. */
export const RUNNER_LINE: RegExp =
  /^(?:Chunk ID: \w+|Wall time: [\d.]+ seconds|(?:Process exited with|Exit) code:? \d+|(?:Original token count|Total output lines): \d+|Output:)$/u;

/** Returns the shortened paths of changed files. */
export function filesChanged(runs: readonly ToolRun[], shorten: Shorten): ReadonlySet<string> {
  const succeeded = runs.filter(({ failed }) => !failed);
  return new Set(succeeded.flatMap(({ files }) => files.modified ?? []).map(shorten));
}

/** One line for each notable tool call. */
export type ToolLog = {
  /** Newest successful run of each command: `` `npm test` → exit 0: 12 passed ``. */
  readonly done: readonly string[];
  /** Failed calls that did not succeed later. */
  readonly blocked: readonly string[];
  /** Subjects (beginnings of lines) of all successful calls. */
  readonly succeeded: ReadonlySet<string>;
};

/** Older failures are usually settled. */
const NEWEST_RUNS = 20;

const READ_ONLY_PROGRAMS: ReadonlySet<string> = new Set(
  "ls cat head tail sed grep rg find nl wc pwd echo cd which tree less awk stat file jq sleep printf".split(
    " ",
  ),
);

const LOOKS: ReadonlySet<ToolRun["kind"]> = new Set(["read", "search", "memory"] as const);
const READ_ONLY_ACTION =
  /(?<![\w-])(?:blame|capture|checks|diff|list|log|ls-files|ls-remote|rev-list|rev-parse|search|show|status|view|--help|--version)(?![\w-])/u;
const PROGRAM = /^`(?:cd [^&;]+(?:&&|;)\s*)?([\w.-]+)(?: -C \S+)?((?: [\w-]+){0,2})/u;

/** Summarizes tool calls, oldest first. A search without matches is not a failure. */
export function* readToolLog(runs: readonly ToolRun[]): Steps<ToolLog> {
  const done = new Map<string, string>();
  const blocked = new Map<string, string>();
  const succeeded = new Set<string>();
  for (const [place, run] of runs.entries()) {
    yield;
    const { kind, result } = run;
    const subject = subjectOf(run);
    if (result === null || subject === null || kind === "search" || kind === "memory") continue;
    done.delete(family(subject));
    blocked.delete(subject);
    if (run.failed || (kind === "command" && countsFailures(textOf(result)))) {
      if (place >= runs.length - NEWEST_RUNS && !isReadOnlyCommand(run, subject))
        blocked.set(subject, renderOutcome(subject, result, run.exitCode));
    } else {
      succeeded.add(subject);
      if (kind === "command" && run.exitCode === 0 && !isReadOnlyCommand(run, subject))
        done.set(family(subject), renderOutcome(subject, result, run.exitCode));
    }
  }
  return { done: [...done.values()], blocked: [...blocked.values()], succeeded };
}

export function subjectOfLine(line: string): string {
  return line.split(" → ", 1)[0] ?? line;
}

function subjectOf(run: ToolRun): string | null {
  const { kind } = run;
  const subject =
    kind === "command" ? run.command : `${run.call.name} ${run.path ?? run.query ?? ""}`;
  const short = shortLine(plainLine(subject ?? ""), 140).replaceAll("`", "'");
  return short === "" ? null : `\`${short}\``;
}

/** Commands that differ only in numbers are runs of the same command. */
function family(subject: string): string {
  return subject.replace(/\d+/gu, "#");
}

function isReadOnlyCommand({ kind }: ToolRun, subject: string): boolean {
  if (kind !== "command") return false;
  const [, program = "", actions = ""] = PROGRAM.exec(subject) ?? [];
  return READ_ONLY_PROGRAMS.has(program) || READ_ONLY_ACTION.test(actions);
}

/** Returns whether a call only looks: it reads, searches, or runs a command that changes and checks nothing. */
export function isLook(run: ToolRun): boolean {
  return LOOKS.has(run.kind) || isReadOnlyCommand(run, subjectOf(run) ?? "");
}

/** Returns whether a call succeeded and does more than look. */
export function isWork(run: ToolRun): boolean {
  return !run.failed && !isLook(run);
}

function renderOutcome(subject: string, result: ToolMessage, exitCode: number | null): string {
  const line = outcomeLine(textOf(result), exitCode !== 0);
  const status = exitCode === null ? "failed" : `exit ${exitCode}`;
  return line === "" ? `${subject} → ${status}` : `${subject} → ${status}: ${line}`;
}

/** Returns the last line of a result or, after a failure, the last line that states a problem. */
function outcomeLine(text: string, failed: boolean): string {
  const lines = text
    .slice(-4_000)
    .split("\n")
    .map(plainLine)
    .filter((line) => LETTERS.test(line) && !RUNNER_LINE.test(line))
    .filter((line) => !/[:{([]$|exit(?:ed)?\b.{0,12}\bcode/iu.test(line));
  const trouble = failed ? lines.findLast(statesProblem) : undefined;
  return shortLine(trouble ?? lines.at(-1) ?? "", 160);
}

const MOST_OUTCOMES = 3;
/** A count of what a check found or changed. */
const COUNT =
  /(?<![\p{L}\p{N}_.])\d{1,6} (?:\p{L}+ ){0,2}(?:pass(?:ed|ing)?|fail(?:ed|ing|ures?)|issues?|errors?|warnings?|problems?|tests?|files? changed|insertions?|deletions?|skipped)(?!\p{L})/iu;
/** A command that a task runner prints before its output, or its exit code, which is part of the label. */
const ECHO = /^(?:\[[^\]]{1,40}\] )?[$>] |^(?:process )?exit(?:ed)?\b.{0,12}\bcode/iu;

/**
 * Returns the places of the lines that report how a command ended: counts, the first problems of a failure, and the last
 * line. A short output is its own outcome. A command that only looks has no other.
 */
export function outcomesIn(lines: readonly string[], run: ToolRun): ReadonlySet<number> {
  if (run.kind !== "command") return new Set();
  const places = [...lines.keys()].filter((place) => !ECHO.test(lines[place] ?? ""));
  if (places.length <= MOST_OUTCOMES) return new Set(places);
  if (isLook(run)) return new Set();
  const counts = places.filter((place) => COUNT.test(lines[place] ?? "")).slice(-2);
  const problems = run.failed ? places.filter((place) => statesProblem(lines[place] ?? "")) : [];
  return new Set([...counts, ...problems.slice(0, 2), ...places.slice(-1)].slice(0, MOST_OUTCOMES));
}
