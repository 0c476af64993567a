/** The maximum width of a line, in characters. */
export const LINE_WIDTH = 100;

/** Formats a number with thousands separators. */
export function number(value: number): string {
  return value.toLocaleString("en-US");
}

/** Truncates a text to `width` characters and ends it with an ellipsis. */
export function clipped(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, width - 1)}…`;
}

/** Wraps a text to lines of at most `width` characters. A longer word is split. */
export function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/)) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = "";
    }
    line = line === "" ? word : `${line} ${word}`;
    for (; line.length > width; line = line.slice(width)) lines.push(line.slice(0, width));
  }
  return [...lines, line];
}
