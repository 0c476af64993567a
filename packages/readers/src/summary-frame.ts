/** How a line before a summary begins, by Claude Code and by Codex. */
const BEFORE = [
  "This session is being continued from a previous conversation",
  "Another language model started to solve this problem",
] as const;
/** How a line after a summary begins, by versions of Claude Code. */
const AFTER = [
  "If you need specific details from before compaction",
  "Please continue the conversation from where we left",
  "Continue the conversation from where it left off",
] as const;

/** Returns a summary without the lines that its tool puts before and after it for the model. */
export function withoutFrame(text: string): string {
  const lines = text.split("\n");
  const first = begins(lines[0] ?? "", BEFORE) ? 1 : 0;
  const after = lines.findIndex((line) => begins(line, AFTER));
  return lines
    .slice(first, after === -1 ? undefined : after)
    .join("\n")
    .trim();
}

function begins(line: string, phrases: readonly string[]): boolean {
  return phrases.some((phrase) => line.startsWith(phrase));
}
