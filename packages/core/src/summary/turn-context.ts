/** What stands between a summary of the history and that of a split turn's beginning. */
export const TURN_CONTEXT_HEADING = "**Turn Context (split turn):**";

/** A summary's text in its two parts. */
export type SplitSummary = {
  readonly history: string;
  /** What stands under {@link TURN_CONTEXT_HEADING}; `null` where the summary was made at a turn's start. */
  readonly turn: string | null;
};

/** Parts what {@link joinTurnContext} joined. */
export function splitTurnContext(text: string): SplitSummary {
  const at = text.indexOf(TURN_CONTEXT_HEADING);
  if (at === -1) return { history: text.trim(), turn: null };
  const before = text.slice(0, at).trim();
  return {
    history: before.replace(/(?:^|\n)-{3,}$/u, "").trim(),
    turn: text.slice(at + TURN_CONTEXT_HEADING.length).trim(),
  };
}

/** A summary of the history, and of a split turn's beginning under its heading; either may be empty. */
export function joinTurnContext(history: string, turn: string): string {
  if (turn.trim() === "") return history.trim();
  const prefix = `${TURN_CONTEXT_HEADING}\n\n${turn.trim()}`;
  return history.trim() === "" ? prefix : `${history.trim()}\n\n---\n\n${prefix}`;
}
