import type { SessionStore } from "../log/store.ts";
import type { View } from "../log/view.ts";
import type { Message } from "../model/message.ts";
import type { Request } from "../model/request.ts";
import type { FitOptions } from "../compactor/create-compactor.ts";
import type { CompactorOptions } from "../compactor/engine.ts";
import type { Outcome } from "../compactor/outcome.ts";
import type { NoPlan, Plan } from "../plan/plan.ts";
import type { Usage } from "../tokens/usage.ts";

export type SessionOptions = CompactorOptions & {
  readonly store: SessionStore;
  /** Names the log in the store; opening an id that the store does not know begins a new one. */
  readonly sessionId: string;
  /** The time in ms since 1970. Default: `Date.now`. */
  readonly now?: () => number;
  /** A new id, unique within the session. Default: a random UUID. */
  readonly newId?: () => string;
};

/** What to send, and what was done. */
export type SessionFitted = { readonly view: View; readonly outcome: Outcome };

/** The answer to an error; see {@link SessionFitted}. */
export type SessionRecovered = SessionFitted & { readonly retry: boolean };

/**
 * The engine over a store: a conversation whose log is never rewritten.
 *
 * Several sessions, also of several processes, may write to one log: a session that was overtaken reads what came and
 * goes on after it. One compaction runs at a time; a second caller joins it, and messages that arrive meanwhile stay
 * after it.
 */
export interface Session extends AsyncDisposable {
  readonly sessionId: string;
  /**
   * Writes messages to the log, all of them or none, and gives their ids.
   *
   * @throws `invalid-input` where one is no message, `conflict` where another writer has left this branch
   */
  append(
    messages: readonly Message[],
    options?: { readonly turnId?: string },
  ): Promise<readonly string[]>;
  /** What the model would be sent now; reads nothing and writes nothing. */
  view(): View;
  usage(request?: Request): Usage;
  plan(options?: FitOptions): Plan | NoPlan;
  /** What to call before each request: the view to send, compacted first if that is due. */
  fit(options?: FitOptions): Promise<SessionFitted>;
  /** Compacts now, below the trigger too. */
  compact(options?: FitOptions): Promise<SessionFitted>;
  /** After a failed request: where it was too large for the window, compacts harder than before. */
  recover(error: unknown, options?: FitOptions): Promise<SessionRecovered>;
  /** Reads what other writers have written since. */
  refresh(): Promise<void>;
}
