import type { ToolRun } from "@cutpoint/core/kit";
import type { Shorten } from "./paths.ts";
import { quotedName } from "./quoted-name.ts";
import { BLANKS, linesNotIn, quotableLines, shortLine } from "./sentences.ts";
import { LONGEST_LINE } from "../constants.ts";

/** Renders a call as one line without its long arguments, or returns `null` if the others are trivial. */
export function callLine(run: ToolRun, shorten: Shorten): string | null {
  const given = quotedArguments(run)
    .flatMap((value) => {
      const isShown = typeof value === "string" || typeof value === "number";
      return isShown ? [shorten(String(value))] : [];
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
  return quotedArguments(run).flatMap((value) => {
    const text =
      typeof value === "string" ? value : typeof value === "object" ? JSON.stringify(value) : "";
    if (text === run.path || text.length <= LONGEST_LINE) return [];
    return quotableLines(shorten(text));
  });
}

/** Returns the arguments of a call: of the texts of an edit, what changes. */
function quotedArguments(run: ToolRun): readonly unknown[] {
  return Object.entries(run.values).flatMap(([name, value]) => {
    if (isReplaced(name, run)) return [];
    const before = run.values[name.replace(/^new/iu, "old")];
    const isChange = typeof before === "string" && typeof value === "string" && before !== value;
    return [isChange ? changedLines(before, value) : value];
  });
}

/** Lines that show what an edit removes. All: words of the answers −0.3. */
const MOST_REMOVED = 2;

/** Returns a short text, of a longer one its new lines, or else the first removed ones, which begin with `-`. */
function changedLines(before: string, after: string): string {
  const [old, now] = [filledLines(before), filledLines(after)];
  const added = linesNotIn(now, old);
  if (added.length > 0) return after.length > LONGEST_LINE ? added.join("\n") : after;
  return linesNotIn(old, now)
    .slice(0, MOST_REMOVED)
    .map((line) => `-${line.trim()}`)
    .join("\n");
}

function filledLines(text: string): readonly string[] {
  return text.split("\n").filter((line) => line.trim() !== "");
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
