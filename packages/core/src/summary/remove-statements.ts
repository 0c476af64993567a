/** What is before a statement: the start of a line, its marker, a label, or the end of a sentence. */
const BEFORE = /(?:^|[\n:：.!?。！？…→]|[-*+•])\s{0,11}["'“«「„]?$/u;
/** The number of a list item. */
const NUMBER = /^[\s*+•>-]{0,40}\d{1,3}[.)]/u;
/** A character that is no marker, quotation mark or blank. */
const CONTENT = /[^\s"'“”«»「」„…→*+•>-]/u;
/** What introduces a listed rule. */
const LEAD = /^[^:：]{1,110}[:：]\s*/u;
const LEAST_CHARACTERS = 4;

/** Creates a function that removes whole sentences that are one of these statements, and lines of nothing else. */
export function removerOf(statements: readonly string[]): (text: string) => string {
  const known = statements
    .flatMap((statement) => [statement, statement.replace(LEAD, "")])
    .map((statement) => statement.trim().replace(/(?<![.!。！])[.!。！]+$/u, ""))
    .filter((statement) => statement.length >= LEAST_CHARACTERS)
    .toSorted((left, right) => right.length - left.length)
    .map((statement) => statement.replace(/[$()*+.?[\\\]^{|}]/gu, String.raw`\$&`));
  if (known.length === 0) return (text) => text;
  const pattern = new RegExp(`(?:${known.join("|")})([.!。！]?)["'”»」]?[^\\S\\n]*`, "giu");
  return (text) =>
    text
      .split("\n")
      .flatMap((line) => {
        const rest = line.replace(pattern, (found, end: string, place: number) => {
          const isEnd = end !== "" || place + found.length === line.length;
          return isEnd && BEFORE.test(line.slice(Math.max(0, place - 12), place)) ? "" : found;
        });
        return rest !== line && !hasContent(rest) ? [] : [rest];
      })
      .join("\n");
}

/** Whether a line contains more than a marker and a label. */
function hasContent(line: string): boolean {
  return CONTENT.test(line.replace(LEAD, "").replace(NUMBER, ""));
}
