import type { CompactionEvent } from "@cutpoint/core";

/** The start of a compaction and its end. */
const STEPS = ["started", "applied", "skipped", "cancelled", "failed"] as const;

/** Events of their own. */
const OTHERS = ["near-limit", "recovered"] as const;

/** The progress of a compaction in a user interface, as JSON. */
export type CompactionProgress = {
  readonly status: (typeof STEPS)[number] | (typeof OTHERS)[number];
  /** The tokens below the trigger, if it is near. */
  readonly tokensLeft?: number;
  /** The size of the view in tokens, if it started or was applied. */
  readonly tokensBefore?: number;
  readonly tokensAfter?: number;
  /** How the summary was made, if it was applied. */
  readonly method?: string;
  /** The entry to revert, if it was applied in a session. */
  readonly entryId?: string;
  /** The error to show, if it failed. */
  readonly message?: string;
};

/** Returns whether an event is a step of a compaction, which ends after it starts. */
export function isCompactionStep({ status }: CompactionProgress): boolean {
  return STEPS.some((step) => step === status);
}

/** Returns what a user interface shows of an event; `null` for other events. */
export function compactionProgress(event: CompactionEvent): CompactionProgress | null {
  const status = [...STEPS, ...OTHERS].find((type) => type === event.type);
  if (status === undefined) return null;
  if (event.type === "near-limit") return { status, tokensLeft: event.tokensLeft };
  if (event.type === "started") return { status, tokensBefore: event.tokensBefore };
  if (event.type === "failed") return { status, message: event.message };
  if (event.type !== "applied") return { status };
  const { method, tokensAfter, tokensBefore } = event.receipt;
  const entry = "entryId" in event ? { entryId: String(event.entryId) } : {};
  return { status, tokensBefore, tokensAfter, method, ...entry };
}
