import type { Room } from "../digest/room.ts";
import type { Line } from "./concepts.ts";
import { BETWEEN, type Source } from "./snippets.ts";

/** The longest entry that lines of one source are joined to, in characters. */
const MAX_ENTRY_CHARACTERS = 380;

/**
 * Takes the room of lines as {@link passagesOf} will tell them, and says whether there was any: the label is told with
 * the first of a source, and again with each further entry.
 */
export function takePassages(room: Room): (line: Line) => boolean {
  const lengths = new Map<Source, number>();
  return ({ snippet: { source, text } }) => {
    const joined = (lengths.get(source) ?? MAX_ENTRY_CHARACTERS) + text.length;
    const begins = joined > MAX_ENTRY_CHARACTERS;
    if (!room.take(begins ? `- ${startOf(source.label, text)}` : BETWEEN + text)) return false;
    lengths.set(source, begins ? source.label.length + text.length : joined + BETWEEN.length);
    return true;
  };
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
    if (entry === "") entry = startOf(label, snippet.text);
    else if (entry.length + snippet.text.length > MAX_ENTRY_CHARACTERS) {
      entries.push(entry);
      entry = startOf(label, snippet.text);
    } else entry += BETWEEN + snippet.text;
  }
  return entry === "" ? entries : [...entries, entry];
}

function startOf(label: string, text: string): string {
  return text.startsWith(label.replace(/: $/u, "")) ? text : label + text;
}
