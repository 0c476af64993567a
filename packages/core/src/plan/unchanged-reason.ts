/** Why there is nothing to do. */
export type UnchangedReason =
  | "disabled"
  | "not-checked-now"
  | "unknown-window"
  | "below-trigger"
  | "preparing"
  | "backing-off"
  | "gave-up"
  | "cache-warm"
  | "already-recovered"
  | "already-compacted"
  | "nothing-to-compact"
  | "not-smaller"
  | "not-an-overflow"
  | "thinking-dropped";
