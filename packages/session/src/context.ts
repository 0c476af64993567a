import type { Compactor } from "@cutpoint/core";
import type { Runner } from "./runner.ts";
import type { SessionEventBody, SessionOptions } from "./session.ts";
import type { SessionStore } from "./store/contract.ts";
import type { LogState } from "./log/log-state.ts";
import type { Writer } from "./writer.ts";

/** Shared by all methods of a session. */
export type SessionContext = {
  readonly options: SessionOptions;
  readonly compactor: Compactor;
  readonly store: SessionStore;
  readonly sessionId: string;
  readonly writer: Writer;
  readonly runner: Runner;
  /** Emits an event with the session's ids. Errors thrown by the listener are ignored. */
  readonly emit: (event: SessionEventBody) => void;
  readonly newEntryFields: () => { readonly id: string; readonly at: number };
  /**
   * Returns the log as far as this session has read it.
   *
   * @throws `closed` after disposal
   */
  readonly currentLog: () => LogState;
};
