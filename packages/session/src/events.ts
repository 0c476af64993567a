import type { CompactionEvent } from "@cutpoint/core";
import type { BranchEntry } from "./log/entry.ts";

/**
 * An event of a session: a {@link CompactionEvent}, or one of these two.
 *
 * `navigated`: another branch continues at `head`. `delegated-to-parent`: a request of a sub-agent did not fit, and the
 * session of its parent was told.
 */
export type SessionEvent = SessionEventBody & {
  readonly sessionId: string;
  /** The session that this one works for as a sub-agent. */
  readonly parentSessionId?: string;
};

/** A {@link SessionEvent} without the ids that all events of one session share. */
export type SessionEventBody =
  | CompactionEvent
  | {
      readonly type: "navigated";
      /** The new newest entry, which is `entry`. */
      readonly head: string;
      readonly from: string | null;
      readonly entry: BranchEntry;
      readonly reason: "manual";
      readonly willRetry: false;
    }
  | {
      readonly type: "delegated-to-parent";
      readonly reason: "overflow";
      readonly willRetry: true;
    };
