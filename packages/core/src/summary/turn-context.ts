/** The heading between the summary of the history and that of the start of a split turn. */
export const TURN_CONTEXT_HEADING = "**Turn Context (split turn):**";

/** The two parts of a summary. */
export type SplitSummary = {
  readonly history: string;
  /** The text under {@link TURN_CONTEXT_HEADING}; `null` without the heading. */
  readonly turn: string | null;
};

/** Splits a summary that {@link joinTurnContext} joined. */
export function splitTurnContext(text: string): SplitSummary {
  const at = text.indexOf(TURN_CONTEXT_HEADING);
  if (at === -1) return { history: text.trim(), turn: null };
  const before = text.slice(0, at).trim();
  return {
    history: before.replace(/(?:^|\n)-{3,}$/u, "").trim(),
    turn: text.slice(at + TURN_CONTEXT_HEADING.length).trim(),
  };
}

/** Joins the summary of the history and that of the start of a split turn. Either may be empty. */
export function joinTurnContext(history: string, turn: string): string {
  if (turn.trim() === "") return history.trim();
  const prefix = `${TURN_CONTEXT_HEADING}\n\n${turn.trim()}`;
  return history.trim() === "" ? prefix : `${history.trim()}\n\n---\n\n${prefix}`;
}
