/** Returns the text appended to a prompt after an answer without all headings. */
export function headingsCorrection(missing: readonly string[]): string {
  return `Your last answer does not contain ${missing.map((heading) => `"${heading}"`).join(", ")}. Write the whole summary again, with every heading.`;
}

/** Returns the text appended to a prompt after an answer that was too large. */
export function sizeCorrection(tokens: number, maxTokens: number): string {
  const share = Math.max(5, Math.floor((maxTokens / tokens) * 90));
  return `Your last answer was too long. Write the whole summary again at ${share} % of that length or less: keep every heading and every fact, and shorten the rest.`;
}
