import type { ToolRun } from "@cutpoint/core/kit";
import type { Shorten } from "./paths.ts";
import { quotedName } from "./quoted-name.ts";
import { BLANKS, quotableLines, shortLine } from "./sentences.ts";
import { isTaskUpdate } from "./to-do.ts";
import { LONGEST_LINE } from "../constants.ts";

/** Renders a call as one line without its long arguments, or returns `null` if the others are trivial. */
export function callLine(run: ToolRun, shorten: Shorten): string | null {
  if (isTaskUpdate(run)) return null;
  const given = Object.entries(run.values)
    .flatMap(([name, value]) => {
      const isShown = typeof value === "string" || typeof value === "number";
      return isShown && !isReplaced(name, run) ? [shorten(String(value))] : [];
    })
    .map((value) => value.replace(BLANKS, " ").trim())
    .filter((value) => value !== "" && value.length <= LONGEST_LINE)
    .filter((value) => shorten(`${value}/x`) !== "x");
  const short = shortLine(given.join(" "), LONGEST_LINE);
  if (short.length < 3) return null;
  return `${callName(run.call.name)} ${short}${run.failed ? " → failed" : ""}`;
}

/** A name without a colon, a blank or a quote reads as the name of a tool, because its arguments follow. */
function callName(name: string): string {
  return /^[\w.-]+$/u.test(name) ? name : quotedName(name);
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

/** Returns the texts that an edit replaces, each with its new text. */
export function replacedTexts(run: ToolRun): readonly (readonly [before: string, after: string])[] {
  return Object.entries(run.values).flatMap(([name, before]) => {
    const after = run.values[newName(name)];
    const isText = typeof before === "string" && typeof after === "string";
    return isText && isReplaced(name, run) ? [[before, after]] : [];
  });
}

/** Whether an argument is the text that an edit replaces, such as `old_string` beside `new_string`. */
function isReplaced(name: string, { values }: ToolRun): boolean {
  return /^old/iu.test(name) && newName(name) in values;
}

function newName(name: string): string {
  return name.replace(/^old/iu, "new");
}
