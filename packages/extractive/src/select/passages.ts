import type { TokenBudget } from "@cutpoint/core/kit";
import { SEPARATOR, type Source } from "../read/lines.ts";
import type { Line } from "../terms/terms.ts";

/** Longest entry that joins lines of one source. */
const MAX_ENTRY_CHARACTERS = 380;

/** Returns a function that pays for a line as {@link renderPassages} renders it, or returns `false`. */
export function reservePassages(budget: TokenBudget): (line: Line) => boolean {
  const lengths = new Map<Source, number>();
  return ({ sourceLine: { source, text } }) => {
    const length = lengths.get(source) ?? 0;
    const isNext = fits(length, text);
    const isTaken = isNext
      ? budget.take(SEPARATOR + text, "")
      : budget.take(`- ${startOf(source.label, text)}`);
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
  const lines = chosen.toSorted(
    ({ sourceLine: a }, { sourceLine: b }) =>
      a.source.message - b.source.message || (a.source.message < 0 ? a.place - b.place : 0),
  );
  const bySource = Map.groupBy(lines, ({ sourceLine }) => sourceLine.source);
  return [...bySource].flatMap(([source, lines]) => entriesOf(source, lines));
}

function entriesOf({ label }: Source, lines: readonly Line[]): readonly string[] {
  const entries: string[] = [];
  let entry = "";
  for (const { sourceLine } of [...lines].sort((a, b) => a.sourceLine.place - b.sourceLine.place)) {
    if (fits(entry.length, sourceLine.text)) {
      entry += SEPARATOR + sourceLine.text;
      continue;
    }
    if (entry !== "") entries.push(entry);
    entry = startOf(label, sourceLine.text);
  }
  return entry === "" ? entries : [...entries, entry];
}

function startOf(label: string, text: string): string {
  return text.startsWith(label.replace(/: $/u, "")) ? text : label + text;
}
