import type { TokenBudget } from "@cutpoint/core/kit";
import { BETWEEN, type Source } from "./lines.ts";
import type { Line } from "./terms.ts";

/** The longest entry that lines of one source are joined to, in characters. */
const MAX_ENTRY_CHARACTERS = 380;

/**
 * Takes the room of lines as {@link passagesOf} will tell them, and says whether there was any: the label is told with
 * the first of a source, and again with each further entry.
 */
export function takePassages(budget: TokenBudget): (line: Line) => boolean {
  const lengths = new Map<Source, number>();
  return ({ snippet: { source, text } }) => {
    const length = lengths.get(source) ?? 0;
    const isNext = fits(length, text);
    if (!budget.take(isNext ? BETWEEN + text : `- ${startOf(source.label, text)}`)) return false;
    lengths.set(source, text.length + (isNext ? length + BETWEEN.length : source.label.length));
    return true;
  };
}

/** Whether a line still goes into an entry that has begun. */
function fits(length: number, text: string): boolean {
  return length > 0 && length + text.length <= MAX_ENTRY_CHARACTERS;
}

/** Chosen lines as entries, oldest first: those of one source after its label, in their order. */
export function passagesOf(chosen: readonly Line[]): readonly string[] {
  const bySource = new Map<Source, Line[]>();
  for (const line of chosen) {
    const lines = bySource.get(line.snippet.source) ?? [];
    lines.push(line);
    bySource.set(line.snippet.source, lines);
  }
  const sources = [...bySource].sort(([a], [b]) => a.message - b.message);
  return sources.flatMap(([source, lines]) => entriesOf(source, lines));
}

function entriesOf({ label }: Source, lines: readonly Line[]): readonly string[] {
  const entries: string[] = [];
  let entry = "";
  for (const { snippet } of [...lines].sort((a, b) => a.snippet.place - b.snippet.place)) {
    if (fits(entry.length, snippet.text)) {
      entry += BETWEEN + snippet.text;
      continue;
    }
    if (entry !== "") entries.push(entry);
    entry = startOf(label, snippet.text);
  }
  return entry === "" ? entries : [...entries, entry];
}

function startOf(label: string, text: string): string {
  return text.startsWith(label.replace(/: $/u, "")) ? text : label + text;
}
