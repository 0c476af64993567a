/** What is added to a prompt after an answer that lacks headings. */
export function headingsReminder(missing: readonly string[]): string {
  return `Your last answer lacked ${missing.map((heading) => `"${heading}"`).join(", ")}. Write the whole summary again, with every heading.`;
}

/** What is added to a prompt after an answer that was too large. */
export function sizeReminder(tokens: number, maxTokens: number): string {
  const share = Math.max(5, Math.floor((maxTokens / tokens) * 90));
  return `Your last answer was too long. Write the whole summary again at ${share} % of that length or less: keep every heading and every fact, and shorten the rest.`;
}
