import { type Item, textOf } from "@cutpoint/core";
import { mapInSteps, type Steps, type ToolRun } from "@cutpoint/core/kit";
import { replacedTexts } from "./call-lines.ts";
import { filePath, type SourceLine } from "./lines.ts";
import { type Shorten, workingDirectories } from "./paths.ts";
import { quotableLines } from "./sentences.ts";
import { isToDoCall } from "./to-do.ts";

/** Shorter lines can be in several files. */
const LEAST_REPLACED = 24;

/**
 * Finds lines that are out of date: a later edit replaced their text, a later call wrote their file, they are output of
 * a command that ran again later or of a call for the to-do list, or the same call returned a result without them later.
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
  const repeated = new Map<number, ReadonlySet<string>>();
  yield* mapInSteps(runs, (run) => {
    const again = newest.get(keyOf(run)) ?? run;
    const place = run.result === null ? undefined : placeOf.get(run.result);
    const isToDo = isToDoCall(run);
    if (place === undefined || again.result === null || (again === run && !isToDo)) return;
    const isSaidAgain = run.command === undefined && !isToDo;
    const lines = isSaidAgain ? quotableLines(shorten(textOf(again.result))) : [];
    repeated.set(place, new Set(lines));
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
  return replacedTexts(run).flatMap(([before, after]) => {
    const stays = new Set(quotableLines(shorten(after)));
    return quotableLines(shorten(before)).filter(
      (line) => line.length >= LEAST_REPLACED && !stays.has(line),
    );
  });
}
