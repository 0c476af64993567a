import type {
  CompactionEvent,
  CompactorOptions,
  ContextUsage,
  FitOptions,
  FitOutcome,
  Json,
  Message,
  NoPlan,
  Plan,
  PreparedCompaction,
  Request,
  View,
  ViewWarning,
} from "@cutpoint/core";
import type { BranchSummaryOptions } from "./branches/branch-summary.ts";
import type { Branch } from "./branches/branches.ts";
import type { BeforeNavigation, NavigateOptions, NavigateResult } from "./branches/navigate.ts";
import type { BranchEntry } from "./log/entry.ts";
import type { ItemChange } from "./revert.ts";
import type { SearchHit, SearchOptions, SessionStore } from "./store/contract.ts";
import type { ParentSession } from "./sub-agent.ts";

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

export type SessionOptions = Omit<CompactorOptions, "onEvent"> & {
  readonly store: SessionStore;
  /** Called for each event. Errors that it throws are ignored. */
  readonly onEvent?: (event: SessionEvent) => void;
  /** Names the log in the store; opening an id that the store does not know begins a new one. */
  readonly sessionId: string;
  /**
   * The session that this one works for, as a sub-agent's: told in events, and told by a note that this one runs and, when
   * it is disposed of, that it has ended; while it runs, the parent's compactions carry its id. Compaction by itself is
   * off here unless the policy says `enabled: true`; an overflow is then the parent's to deal with.
   */
  readonly parent?: ParentSession;
  /** Awaited before a compaction by hand: where the host stops what is under way. */
  readonly interrupt?: () => Promise<void>;
  /**
   * What the store keeps. `since-last-summary`: the entries that the state in force has covered are evicted, at the end
   * of a turn, which is with `endTurn` or before the message that begins the next one is written, and when the session
   * is closed; never within a turn. The view stays, but reverting and search reach back no further. Default `everything`.
   */
  readonly retention?: "everything" | "since-last-summary";
  /**
   * How a read is shown whose content the view shows already, by an earlier read of the same thing with the same result:
   * again, or by a text that says so. `point` costs O(view) for messages with a tool result. Default `show`.
   */
  readonly repeatedReads?: "show" | "point";
  readonly branchSummary?: BranchSummaryOptions | (() => BranchSummaryOptions);
  readonly beforeNavigation?: BeforeNavigation;
  /** A new id, unique within the session. Default: a random UUID. */
  readonly newId?: () => string;
};

/** What to send, and what was done. */
export type SessionFitResult = {
  readonly view: View;
  readonly outcome: FitOutcome;
  readonly warnings: readonly ViewWarning[];
};

/** The answer to an error; see {@link SessionFitResult}. */
export type SessionRecoverResult = SessionFitResult & { readonly retry: boolean };

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
   * Writes messages to the log, all of them or none, and gives their ids. With the turn's id they are what was done in
   * that turn; what is to be shown for one request only belongs into its `tail`.
   *
   * @throws `invalid-input` where one is no message, `conflict` where another writer has left this branch
   */
  append(
    messages: readonly Message[],
    options?: { readonly turnId?: string },
  ): Promise<readonly string[]>;
  /**
   * Ends a turn: writes what the last request announced, and after it the turn's last messages, such as its answer. Gives
   * the ids of these; what was announced is a message of the turn from now on, and announced no longer.
   *
   * @throws what `append` throws; then the announcement stands
   */
  endTurn(
    messages?: readonly Message[],
    options?: { readonly turnId?: string },
  ): Promise<readonly string[]>;
  /** What the model would be sent now; reads nothing and writes nothing. */
  view(): View;
  /** How full the context is; touches no message. */
  usage(request?: Request): ContextUsage;
  /** What a compaction would do now, without a model and without effect. */
  plan(options?: FitOptions): Plan | NoPlan;
  /** What to call before each request: the view to send, compacted first if that is due. */
  fit(options?: FitOptions): Promise<SessionFitResult>;
  /** Compacts now, below the trigger too. */
  compact(options?: FitOptions): Promise<SessionFitResult>;
  /**
   * After a failed request: where it was too large for the window, compacts harder; once for each human message, and
   * again only after the model has answered. An answer is taken too: one whose usage shows that its request did not fit.
   * Append it with the finish reason `error`, or not at all.
   */
  recover(error: unknown, options?: FitOptions): Promise<SessionRecoverResult>;
  /** A compaction with its summary, to look at or to apply later; may be made in the background. */
  prepare(
    options?: FitOptions,
  ): Promise<PreparedCompaction | Exclude<FitOutcome, { type: "compacted" }>>;
  /** Applies what was prepared; a conflict where more than messages and notes came since. */
  apply(prepared: PreparedCompaction, options?: FitOptions): Promise<SessionFitResult>;
  /** Ends every compaction and navigation under way as `cancelled`, for all who joined it; disposal does so too. */
  abort(): void;
  /**
   * Undoes a compaction, at any depth; hides and pins made since stay.
   *
   * @throws `unknown-entry` where no compaction of that id is on the path, `invalid-input` where a reset lies between
   */
  revert(entryId: string): Promise<void>;
  /** Shows nothing of what was said so far; the log keeps it. */
  reset(): Promise<void>;
  /**
   * Goes on from another entry, of any branch; `null` goes back before the first. Nothing is lost: what was said since
   * stays in the log, and its newest entry can be navigated to again.
   *
   * With a summary, or a hook to ask, it reads the two paths, down to where they part on the one that is left.
   *
   * @throws `unknown-entry` where the log has no such entry, `conflict` where another writer has left this branch, or
   *   anything was written while the summary was made
   */
  navigate(entryId: string | null, options?: NavigateOptions): Promise<NavigateResult>;
  /**
   * The ends of all branches, the newest first. A note of the kind `label`, with a text, names the branch that it is on.
   *
   * O(log).
   */
  branches(): Promise<readonly Branch[]>;
  /**
   * Removes the newest message from the view and returns it; `null` if there is none since the last reset. A branch from
   * the entry before it, which takes along the pins, hides and compactions made since. The log keeps the message.
   *
   * @param replace returns the messages that take its place. Default: none.
   * @throws `conflict` if another writer has left this branch
   */
  pop(replace?: (message: Message) => readonly Message[]): Promise<Message | null>;
  /**
   * What a compaction did to each item that was visible before it.
   *
   * @throws `unknown-entry` where no compaction of that id is on the path
   */
  diff(entryId: string): Promise<readonly ItemChange[]>;
  /**
   * Holds an item (by its id) or a message: every compaction carries it to the letter. Gives the pin's id; an item that
   * is pinned already keeps its pin.
   *
   * @throws `unknown-entry` where no item of that id is on the path
   */
  pin(target: string | Message): Promise<string>;
  /** @throws `unknown-entry` where nothing is held by that pin */
  unpin(pinId: string): Promise<void>;
  /** Shows a text in the place of an item's parts; the log keeps them. */
  hide(itemId: string, replacement: string): Promise<void>;
  /**
   * Writes a record of the host's own, which no model is shown; gives its id. Two kinds are read here: `label`, a text
   * that names the branch that it is on, and `sub-agent`, a {@link SubAgentNote}.
   */
  note(kind: string, value: Json): Promise<string>;
  /**
   * The entries of the log, of all branches, that hold every term of a query, the best first; see `searchSession`.
   *
   * O(log) where the store has no index.
   */
  search(query: string, options?: SearchOptions): Promise<readonly SearchHit[]>;
  /** Reads what other writers have written since. */
  refresh(): Promise<void>;
}
