/** No line of the demo is wider. */
export const LINE_WIDTH = 100;

/** A number with its thousands parted. */
export function number(value: number): string {
  return value.toLocaleString("en-US");
}

/** A text of at most `width` characters; what is cut off leaves an ellipsis. */
export function clipped(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, width - 1)}…`;
}

/** Lines of at most `width` characters, broken between words; a longer word is cut to pieces. */
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
