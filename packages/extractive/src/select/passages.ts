import type { TokenBudget } from "@cutpoint/core/kit";
import { ARROW, INPUT, SEPARATOR, type Source, type SourceLine } from "../read/lines.ts";
import type { Line } from "../terms/terms.ts";
import { LONGEST_LINE } from "../constants.ts";

/** Begins the next row of a source, which has no label. */
const NEXT_ROW = "\n ";

/** Returns the call of a source, or the source. Its lines are one entry of a summary. */
export function rootOf(source: Source): Source {
  return source.call ?? source;
}

/** Returns a function that pays for a line as {@link renderPassages} renders it, or returns `false`. */
export function reservePassages(budget: TokenBudget): (line: Line) => boolean {
  const rows = new Map<Source, number>();
  const places = new Map<Source, Set<number>>();
  return ({ sourceLine: { place, source, text } }) => {
    const root = rootOf(source);
    const row = rows.get(root);
    const own = places.get(source) ?? new Set();
    const isNext = isFromMessage(source) && (own.has(place - 1) || own.has(place + 1));
    const joint = own.size === 0 ? jointOf(source) : isNext ? " " : SEPARATOR;
    const added = row === undefined ? source.label + text : joined(row, joint, text);
    const isTaken = row === undefined ? budget.take(`- ${added}`) : budget.take(added, "");
    if (!isTaken) return false;
    rows.set(root, rowAfter(row ?? 0, added));
    places.set(source, own.add(place));
    return true;
  };
}

/** Returns what stands before the first line of a source, after other lines of its call. */
function jointOf({ isInput }: Source): string {
  return isInput === true ? INPUT : ARROW;
}

/** Whether places tell that lines are adjacent. An earlier summary can have left out lines between its own. */
function isFromMessage({ message }: Source): boolean {
  return message >= 0;
}

/** Returns what adds a text to an entry: on the same row if it fits, otherwise on the next one. */
function joined(row: number, joint: string, text: string): string {
  const isOnRow = row + joint.length + text.length <= LONGEST_LINE;
  return (isOnRow ? "" : NEXT_ROW) + joint + text;
}

function rowAfter(row: number, added: string): number {
  return added.startsWith(NEXT_ROW) ? added.length : row + added.length;
}

/** Renders lines grouped by call or source, oldest first. Lines of an earlier summary have places only. */
export function renderPassages(chosen: readonly Line[]): readonly string[] {
  const isOfCall = ({ source }: SourceLine): number => (source.call === undefined ? 0 : 1);
  const lines = chosen
    .map(({ sourceLine }) => sourceLine)
    .sort(
      (one, other) =>
        one.source.message - other.source.message ||
        isOfCall(one) - isOfCall(other) ||
        one.place - other.place,
    );
  return [...Map.groupBy(lines, ({ source }) => rootOf(source))]
    .toSorted(([one], [other]) => one.message - other.message)
    .map(([, own]) => entryOf(own));
}

/** Joins lines. Those that follow their call have no label, because the call names the file or the command. */
function entryOf([first, ...others]: readonly SourceLine[]): string {
  if (first === undefined) return "";
  let text = first.source.label + first.text;
  let row = text.length;
  let last = first;
  for (const line of others) {
    const isNext = isFromMessage(line.source) && line.place === last.place + 1;
    const joint = line.source !== last.source ? jointOf(line.source) : isNext ? " " : SEPARATOR;
    const added = joined(row, joint, line.text);
    text += added;
    row = rowAfter(row, added);
    last = line;
  }
  return text;
}
