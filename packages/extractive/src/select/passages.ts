import type { TokenBudget } from "@cutpoint/core/kit";
import { ARROW, SEPARATOR, type Source, type SourceLine } from "../read/lines.ts";
import type { Line } from "../terms/terms.ts";

/** Longest row that joins lines of one source. */
const MAX_ROW_CHARACTERS = 380;
/** Begins the next row of a source, which has no label. */
const NEXT_ROW = "\n ";

/** Returns a function that pays for a line as {@link renderPassages} renders it, or returns `false`. */
export function reservePassages(budget: TokenBudget): (line: Line) => boolean {
  const rows = new Map<Source, number>();
  const places = new Map<Source, Set<number>>();
  const calls = new Map<Source, string>();
  const labelled = new Map<Source, Source>();
  return ({ sourceLine: { place, source, text } }) => {
    const { call = source, label } = source;
    const row = rows.get(source);
    const own = places.get(source) ?? new Set();
    const quoted = calls.get(call);
    if (row !== undefined) {
      const isNext = isFromMessage(source) && (own.has(place - 1) || own.has(place + 1));
      const added = joined(row, isNext ? " " : SEPARATOR, text);
      if (!budget.take(added, "")) return false;
      rows.set(source, rowAfter(row, added));
    } else if (quoted !== undefined) {
      const added = joined(rows.get(call) ?? 0, ARROW, labelAfter(quoted, source) + text);
      if (!budget.take(added, "")) return false;
      rows.set(source, added.length);
    } else {
      // A label that is paid for gives way to its call.
      const first = labelled.get(source);
      const paid = first === undefined ? 0 : first.label.length - labelAfter(text, first).length;
      if (!budget.take(`- ${label}${text}`.slice(paid))) return false;
      rows.set(source, label.length + text.length);
      if (call === source) calls.set(source, text);
      else if (!labelled.has(call)) labelled.set(call, source);
    }
    places.set(source, own.add(place));
    return true;
  };
}

/** Whether places tell that lines are adjacent. An earlier summary can have left out lines between its own. */
function isFromMessage({ message }: Source): boolean {
  return message >= 0;
}

/** Returns what adds a text to an entry: on the same row if it fits, otherwise on the next one. */
function joined(row: number, joint: string, text: string): string {
  const isOnRow = row + joint.length + text.length <= MAX_ROW_CHARACTERS;
  return (isOnRow ? "" : NEXT_ROW) + joint + text;
}

function rowAfter(row: number, added: string): number {
  return added.startsWith(NEXT_ROW) ? added.length : row + added.length;
}

/** Returns the label of lines that follow their call. It is empty if the call names the file or the command. */
function labelAfter(call: string, { label, path }: Source): string {
  return path !== null && !call.includes(path) ? label : "";
}

/** Renders lines grouped by source, oldest first. Lines of an earlier summary have places only. */
export function renderPassages(chosen: readonly Line[]): readonly string[] {
  const lines = chosen
    .map(({ sourceLine }) => sourceLine)
    .sort((a, b) => a.source.message - b.source.message || a.place - b.place);
  const bySource = [...Map.groupBy(lines, ({ source }) => source)];
  const calls = bySource.filter(([{ call }]) => call === undefined);
  const others = bySource.filter(([{ call }]) => call !== undefined);
  const entries = new Map(calls.map(([source, own]) => [source, entryOf(source.label, own)]));
  for (const [source, own] of others) {
    const entry = entries.get(source.call as Source);
    if (entry === undefined) entries.set(source, entryOf(source.label, own));
    else addTo(entry, own, ARROW + labelAfter(entry.call, source));
  }
  return [...entries]
    .toSorted(([left], [right]) => left.message - right.message)
    .map(([, { text }]) => text);
}

/** An entry of a summary. */
type Entry = {
  /** The first line without its label. */
  readonly call: string;
  text: string;
  /** Characters of the last row. */
  row: number;
};

function entryOf(label: string, [first, ...others]: readonly SourceLine[]): Entry {
  const text = label + (first?.text ?? "");
  const entry = { call: first?.text ?? "", text, row: text.length };
  addTo(entry, others, null, first);
  return entry;
}

/** Adds lines of one source. `joint` separates the first of them from the lines before, if they have another source. */
function addTo(
  entry: Entry,
  lines: readonly SourceLine[],
  joint: string | null,
  before?: SourceLine,
): void {
  let last = before;
  for (const line of lines) {
    const isNext = isFromMessage(line.source) && line.place === (last?.place ?? -2) + 1;
    const between = last === undefined && joint !== null ? joint : isNext ? " " : SEPARATOR;
    const added = joined(entry.row, between, line.text);
    entry.text += added;
    entry.row = rowAfter(entry.row, added);
    last = line;
  }
}
