import type { ResolvedOptions, Scope } from "@cutpoint/core/kit";
import type { SessionStore } from "./store/contract.ts";
import type { LogState, Writer } from "./writer.ts";

/** What the verbs of one session share. */
export type SessionContext = {
  readonly engine: ResolvedOptions;
  readonly store: SessionStore;
  readonly sessionId: string;
  readonly writer: Writer;
  readonly scope: Scope;
  /** A new entry's id and time. */
  readonly newEntryFields: () => { readonly id: string; readonly at: number };
  /**
   * What is known of the log now.
   *
   * @throws `closed` once the session is disposed of
   */
  readonly currentLog: () => LogState;
};
