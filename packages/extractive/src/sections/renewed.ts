import { textOf } from "@cutpoint/core";
import type { ToolRun } from "@cutpoint/core/kit";
import { replacedTexts } from "../read/call-lines.ts";
import { quotedName } from "../read/quoted-name.ts";
import { plainLine, shortLine } from "../read/sentences.ts";

/** Longer texts are no values, in characters. */
const MOST_CHARACTERS = 120;
/** More values are rarely needed. */
const MOST_VALUES = 6;

/**
 * Returns values that replace one which `shown` or an earlier call contains, newest last: edited lines with the old one,
 * and the newest outcome of a command that ran before.
 */
export function renewedValues(runs: readonly ToolRun[], shown: string): readonly string[] {
  const renewed = new Map<string, string>();
  const known = new Map<string, string>();
  for (const run of runs) {
    for (const [key, before, after] of valuesOf(run)) {
      const isKnown =
        before === null
          ? known.has(key) || shown.includes(run.command ?? key)
          : shown.includes(before) || known.get(key) === before;
      const isSame = known.get(key) === after;
      known.delete(key);
      known.set(key, after);
      if (!isKnown || isSame) continue;
      renewed.delete(key);
      renewed.set(key, before === null ? `${key} → ${after}` : `${key}: ${after} (was ${before})`);
    }
  }
  return [...renewed.values()].slice(-MOST_VALUES);
}

/** A key, the value that is replaced if the call contains it, and the new value. */
type Value = readonly [key: string, before: string | null, after: string];

function valuesOf(run: ToolRun): readonly Value[] {
  if (run.failed) return [];
  if (run.path !== undefined)
    return replacedTexts(run).flatMap(([before, after]) => {
      const [old, now] = [linesBeside(before, after), linesBeside(after, before)];
      const isValue = old.length === 1 && now.length === 1;
      return isValue ? [[quotedName(run.path ?? ""), old[0] ?? "", now[0] ?? ""] as const] : [];
    });
  const { command, result } = run;
  if (command === undefined || result === null || command.length > MOST_CHARACTERS) return [];
  const line = textOf(result)
    .slice(-4_000)
    .split("\n")
    .map(plainLine)
    .findLast((each) => /\p{N}/u.test(each) && !/exit(?:ed)?\b.{0,12}\bcode/iu.test(each));
  return line === undefined ? [] : [[quotedName(command), null, shortLine(line, MOST_CHARACTERS)]];
}

/** Returns the short lines of a text that another one does not contain. */
function linesBeside(text: string, other: string): readonly string[] {
  const others = new Set(other.split("\n").map(plainLine));
  return text
    .split("\n")
    .map(plainLine)
    .filter((line) => line !== "" && line.length <= MOST_CHARACTERS && !others.has(line));
}
