import type { CompactionEvent } from "@cutpoint/core";

/** The steps that a user interface shows: the start of a compaction and its end. */
const SHOWN = ["started", "applied", "skipped", "cancelled", "failed"] as const;

/** The progress of a compaction in a user interface, as JSON. */
export type CompactionProgress = {
  readonly status: (typeof SHOWN)[number];
  /** The size of the view in tokens, if it started or was applied. */
  readonly tokensBefore?: number;
  readonly tokensAfter?: number;
  /** How the summary was made, if it was applied. */
  readonly method?: string;
  /** The error to show, if it failed. */
  readonly message?: string;
};

/** Returns what a user interface shows of an event; `null` for other events. */
export function compactionProgress(event: CompactionEvent): CompactionProgress | null {
  const status = SHOWN.find((type) => type === event.type);
  if (status === undefined) return null;
  if (event.type === "started") return { status, tokensBefore: event.tokensBefore };
  if (event.type === "failed") return { status, message: event.message };
  if (event.type !== "applied") return { status };
  const { method, tokensAfter, tokensBefore } = event.receipt;
  return { status, tokensBefore, tokensAfter, method };
}
