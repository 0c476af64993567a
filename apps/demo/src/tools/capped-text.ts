/**
 * Cuts the middle out of a text that is too long. Cuts at line breaks if possible, and adds a note with the size of
 * the gap.
 *
 * @param limit maximum characters of both ends together
 */
export function cappedText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const headEnd = lineEndBefore(text, Math.floor((limit * 2) / 3));
  const tailStart = lineStartAfter(text, text.length - Math.floor(limit / 3));
  const missing = text.slice(headEnd, tailStart);
  const lines = missing.split("\n").length;
  const note = `[… ${lines} lines (${missing.length} characters) left out: ask for a smaller part …]`;
  return `${text.slice(0, headEnd).toWellFormed()}\n${note}\n${text.slice(tailStart).toWellFormed()}`;
}

function lineEndBefore(text: string, index: number): number {
  const found = text.lastIndexOf("\n", index);
  return found > 0 ? found : index;
}

function lineStartAfter(text: string, index: number): number {
  const found = text.indexOf("\n", index);
  return found === -1 ? index : found + 1;
}
