import type { Compactor } from "@cutpoint/core";
import type { SessionEventBody, SessionOptions } from "./session.ts";
import type { SessionStore } from "./store/contract.ts";
import type { LogState, Writer } from "./writer.ts";

/** What the methods of one session share. */
export type SessionContext = {
  readonly options: SessionOptions;
  readonly compactor: Compactor;
  readonly store: SessionStore;
  readonly sessionId: string;
  readonly writer: Writer;
  /** Emits an event with the session's ids. Errors thrown by the listener are ignored. */
  readonly emit: (event: SessionEventBody) => void;
  /** The id and the time of a new entry. */
  readonly newEntryFields: () => { readonly id: string; readonly at: number };
  /**
   * What is known of the log now.
   *
   * @throws `closed` after the session was disposed of
   */
  readonly currentLog: () => LogState;
};
