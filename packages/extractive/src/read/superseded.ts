import { type Item, type Message, textOf } from "@cutpoint/core";
import { mapInSteps, type Steps, type ToolRun } from "@cutpoint/core/kit";
import { replacedTexts } from "./call-lines.ts";
import { filePath, type SourceLine } from "./lines.ts";
import { type Shorten, workingDirectories } from "./paths.ts";
import { linesNotIn, quotableLines } from "./sentences.ts";
import { isToDoCall } from "./to-do.ts";

/** Shorter lines can be in several files. */
const LEAST_REPLACED = 24;

/**
 * Finds lines that are out of date: a later edit replaced their text, a later call wrote their file, they are output of
 * a command that ran again later or of a call for the to-do list, or the same call returned most of its result again,
 * without them.
 */
export function* readSuperseded(
  items: readonly Item[],
  runs: readonly ToolRun[],
  shorten: Shorten,
): Steps<(line: SourceLine) => boolean> {
  const placeOf = new Map(items.map(({ message }, place) => [message, place]));
  const replaced = new Map<string, number>();
  const written = new Map<string, number>();
  const newest = new Map<string, ToolRun>();
  yield* mapInSteps(runs, (run) => {
    if (run.result !== null && (run.command !== undefined || !run.failed))
      newest.set(keyOf(run), run);
    if (run.failed) return;
    const place = placeOf.get(run.callItem.message) ?? -1;
    for (const line of replacedLines(run, shorten)) replaced.set(line, place);
    const path = run.kind === "write" ? filePath(run, shorten) : null;
    if (path !== null) written.set(path, place);
  });
  const quoted = (message: Message): readonly string[] => quotableLines(shorten(textOf(message)));
  const linesOf = new Map<ToolRun, ReadonlySet<string>>();
  const repeated = new Map<number, ReadonlySet<string>>();
  yield* mapInSteps(runs, (run) => {
    const again = newest.get(keyOf(run)) ?? run;
    if (run.result === null || again.result === null) return;
    const isToDo = isToDoCall(run);
    if (again === run && !isToDo) return;
    const isGone = run.command !== undefined || isToDo;
    const lines = linesOf.get(again) ?? new Set(isGone ? [] : quoted(again.result));
    linesOf.set(again, lines);
    const before = isGone ? [] : quoted(run.result);
    // With less than half of its lines, the newest result is what is new, as in polls of a process.
    if (2 * before.filter((line) => lines.has(line)).length >= before.length)
      repeated.set(placeOf.get(run.result) ?? -1, lines);
  });
  return ({ source: { message, path }, text }) =>
    (replaced.get(text) ?? -1) > message ||
    (path !== null && (written.get(path) ?? -1) > message) ||
    repeated.get(message)?.has(text) === false;
}

/** Names what a call asks for: its command without limits of time and output, or its arguments. */
function keyOf({ call, command, values }: ToolRun): string {
  if (command === undefined) return `${call.name} ${call.arguments}`;
  return [command, ...workingDirectories(values)].join("\n");
}

function replacedLines(run: ToolRun, shorten: Shorten): readonly string[] {
  return replacedTexts(run).flatMap(([before, after]) =>
    linesNotIn(quotableLines(shorten(before)), quotableLines(shorten(after))).filter(
      (line) => line.length >= LEAST_REPLACED,
    ),
  );
}
