import type { TokenBudget } from "@cutpoint/core/kit";
import { SEPARATOR, type Source, type SourceLine } from "../read/lines.ts";
import type { Line } from "../terms/terms.ts";

/** Longest row that joins lines of one source. */
const MAX_ENTRY_CHARACTERS = 380;
/** Begins the next row of a source, which has no label. */
const CONTINUED = "\n  … ";

/** Returns a function that pays for a line as {@link renderPassages} renders it, or returns `false`. */
export function reservePassages(budget: TokenBudget): (line: Line) => boolean {
  const lengths = new Map<Source, number>();
  return ({ sourceLine: { source, text } }) => {
    const length = lengths.get(source) ?? 0;
    const isNext = fits(length, text);
    const isTaken = isNext
      ? budget.take(SEPARATOR + text, "")
      : length > 0
        ? budget.take(CONTINUED + text, "")
        : budget.take(`- ${source.label}${text}`);
    if (!isTaken) return false;
    lengths.set(source, text.length + (isNext ? length + SEPARATOR.length : source.label.length));
    return true;
  };
}

function fits(length: number, text: string): boolean {
  return length > 0 && length + text.length <= MAX_ENTRY_CHARACTERS;
}

/** Renders lines grouped by source, oldest first. Lines of an earlier summary have places only. */
export function renderPassages(chosen: readonly Line[]): readonly string[] {
  const lines = chosen
    .map(({ sourceLine }) => sourceLine)
    .sort((a, b) => a.source.message - b.source.message || a.place - b.place);
  return [...Map.groupBy(lines, ({ source }) => source)].flatMap(([{ label }, own]) =>
    entriesOf(label, own),
  );
}

function entriesOf(label: string, lines: readonly SourceLine[]): readonly string[] {
  let entry = "";
  let length = 0;
  let last = -1;
  for (const { place, source, text } of lines) {
    const joint = source.isProse === true && place === last + 1 ? " " : SEPARATOR;
    last = place;
    if (length === 0) entry = label + text;
    else entry += (fits(length, text) ? joint : CONTINUED) + text;
    length = fits(length, text) ? length + joint.length + text.length : label.length + text.length;
  }
  return entry === "" ? [] : [entry];
}
