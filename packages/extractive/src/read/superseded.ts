import type { Item } from "@cutpoint/core";
import { mapInSteps, type Steps, type ToolRun } from "@cutpoint/core/kit";
import { replacedTexts } from "./call-lines.ts";
import { filePath, type SourceLine } from "./lines.ts";
import type { Shorten } from "./paths.ts";
import { quotableLines } from "./sentences.ts";

/** Shorter lines can be in several files. */
const LEAST_REPLACED = 24;

/**
 * Finds lines that are out of date: a later edit replaced their text, a later call wrote their file, or they are output
 * of a command that ran again later.
 */
export function* readSuperseded(
  items: readonly Item[],
  runs: readonly ToolRun[],
  shorten: Shorten,
): Steps<(line: SourceLine) => boolean> {
  const placeOf = new Map(items.map(({ message }, place) => [message, place]));
  const replaced = new Map<string, number>();
  const written = new Map<string, number>();
  const newestRun = new Map<string, number>();
  yield* mapInSteps(runs, (run) => {
    const place = placeOf.get(run.callItem.message) ?? -1;
    if (run.command !== undefined && run.result !== null) newestRun.set(run.command, place);
    if (run.failed) return;
    for (const line of replacedLines(run, shorten)) replaced.set(line, place);
    const path = run.kind === "write" ? filePath(run, shorten) : null;
    if (path !== null) written.set(path, place);
  });
  const repeated = new Set<number>();
  for (const { command = "", result } of runs) {
    const place = result === null ? undefined : placeOf.get(result);
    if (place !== undefined && (newestRun.get(command) ?? -1) > place) repeated.add(place);
  }
  return ({ source: { message, path }, text }) =>
    (replaced.get(text) ?? -1) > message ||
    (path !== null && (written.get(path) ?? -1) > message) ||
    repeated.has(message);
}

function replacedLines(run: ToolRun, shorten: Shorten): readonly string[] {
  return replacedTexts(run).flatMap(([before, after]) => {
    const stays = new Set(quotableLines(shorten(after)));
    return quotableLines(shorten(before)).filter(
      (line) => line.length >= LEAST_REPLACED && !stays.has(line),
    );
  });
}
