import type { ToolRun } from "@cutpoint/core/kit";
import type { Shorten } from "./paths.ts";
import { BLANKS, LONGEST_LINE, quotableLines, shortLine } from "./sentences.ts";
import { isTaskUpdate } from "./to-do.ts";

type Argument = readonly [name: string, value: string];

/**
 * Renders a call as one line, or returns `null` if its arguments are trivial. If all of them are numbers, they have their
 * names.
 */
export function callLine(run: ToolRun, shorten: Shorten): string | null {
  if (isTaskUpdate(run)) return null;
  const given = Object.entries(run.values)
    .flatMap(([name, value]): readonly Argument[] => {
      const isShown = typeof value === "string" || typeof value === "number";
      return isShown && !isReplaced(name, run) ? [[name, shorten(String(value))]] : [];
    })
    .map(([name, value]): Argument => [name, value.replace(BLANKS, " ").trim()])
    .filter(([, value]) => value !== "" && value.length <= LONGEST_LINE)
    .filter(([, value]) => shorten(`${value}/x`) !== "x");
  const text = given.some(([, value]) => /\p{L}/u.test(value))
    ? given.map(([, value]) => value).join(" ")
    : given.map(([name, value]) => `${name.replaceAll("_", " ")} ${value}`).join(", ");
  const short = shortLine(text, LONGEST_LINE);
  if (short.length < 3) return null;
  return `${run.call.name} ${short}${run.failed ? " → failed" : ""}`;
}

/** Returns the lines of long arguments. Short ones are part of the call line. A failed call has changed nothing. */
export function argumentLines(run: ToolRun, shorten: Shorten): readonly string[] {
  if (run.failed) return [];
  return Object.entries(run.values).flatMap(([name, value]) => {
    if (isReplaced(name, run)) return [];
    const text =
      typeof value === "string" ? value : typeof value === "object" ? JSON.stringify(value) : "";
    if (text === run.path || text.length <= LONGEST_LINE) return [];
    return quotableLines(shorten(text));
  });
}

/** Shorter lines can be in several files. */
const LEAST_REPLACED = 24;

/** Returns the lines that an edit removed. */
export function replacedLines(run: ToolRun, shorten: Shorten): readonly string[] {
  if (run.failed) return [];
  return Object.entries(run.values).flatMap(([name, old]) => {
    if (!isReplaced(name, run) || typeof old !== "string") return [];
    const value = run.values[newName(name)];
    const after = new Set(typeof value === "string" ? quotableLines(shorten(value)) : []);
    return quotableLines(shorten(old)).filter(
      (line) => line.length >= LEAST_REPLACED && !after.has(line),
    );
  });
}

/** Whether an argument is the text that an edit replaces, such as `old_string` beside `new_string`. */
function isReplaced(name: string, { values }: ToolRun): boolean {
  return /^old/iu.test(name) && newName(name) in values;
}

function newName(name: string): string {
  return name.replace(/^old/iu, "new");
}
