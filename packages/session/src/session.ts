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
  Rule,
  View,
  ViewWarning,
} from "@cutpoint/core";
import type { BranchSummaryOptions } from "./branches/branch-summary.ts";
import type { Branch } from "./branches/branches.ts";
import type { BeforeNavigation, NavigateOptions, NavigateResult } from "./branches/navigate.ts";
import type { SessionTail, TailReplacement } from "./branches/replace-tail.ts";
import type { BranchEntry } from "./log/entry.ts";
import type { ItemChange } from "./revert.ts";
import type { SessionSearchOptions } from "./search/search-session.ts";
import type { SearchHit, SessionStore } from "./store/contract.ts";
import type { ParentSession } from "./sub-agent.ts";

/**
 * A {@link CompactionEvent}, or `navigated`: the session is on another branch, whose newest entry is `head`.
 */
export type SessionEvent = SessionEventBody & {
  readonly sessionId: string;
  /** The session that runs this one as a sub-agent. */
  readonly parentSessionId?: string;
};

/** A {@link SessionEvent} without the session ids. */
export type SessionEventBody =
  | (CompactionEvent & {
      /** The entry that `applied` wrote, for `diff` and `revert`. */
      readonly entryId?: string;
    })
  | {
      readonly type: "navigated";
      readonly head: string;
      readonly from: string | null;
      readonly entry: BranchEntry;
      readonly reason: "manual";
      readonly willRetry: false;
    };

export type SessionOptions = Omit<CompactorOptions, "onEvent"> & {
  readonly store: SessionStore;
  /** Receives each event. Errors that it throws are ignored. */
  readonly onEvent?: (event: SessionEvent) => void;
  /** Identifies the log in the store. An unknown id starts a new log. */
  readonly sessionId: string;
  /**
   * The session that runs this one as a sub-agent.
   *
   * Notes in the parent's log record when this session starts and is disposed of. It compacts after an overflow only,
   * unless the policy contains `enabled: true`.
   */
  readonly parent?: ParentSession;
  /** Awaited before a manual compaction, so that the app can stop running work. */
  readonly interrupt?: () => Promise<void>;
  /**
   * Which entries the store keeps. Default: `everything`.
   *
   * `since-last-summary` evicts compacted entries at `endTurn`, before the message that starts the next turn, and on
   * disposal. The view does not change. Revert, navigation and search reach back to the eviction only.
   */
  readonly retention?: "everything" | "since-last-summary";
  /** Branch summaries. A function is called at each navigation. */
  readonly branchSummary?: BranchSummaryOptions | (() => BranchSummaryOptions);
  readonly beforeNavigation?: BeforeNavigation;
  /** Returns a new id, unique within the session. Default: a random UUID. */
  readonly newId?: () => string;
};

/**
 * A {@link FitOutcome}; a compaction has the id of the entry that it wrote, for `diff` and `revert`. Pruning alone writes
 * an entry of the type `hide`, which cannot be reverted.
 */
export type SessionFitOutcome =
  | Exclude<FitOutcome, { type: "compacted" }>
  | (Extract<FitOutcome, { type: "compacted" }> & { readonly entryId: string });

/** The view to send, and what `fit` did. */
export type SessionFitResult = {
  readonly view: View;
  readonly outcome: SessionFitOutcome;
  readonly warnings: readonly ViewWarning[];
};

/** The view to send again. `retry` is `false` if sending it again cannot help. */
export type SessionRecoverResult = SessionFitResult & { readonly retry: boolean };

/**
 * A conversation in a store, compacted if needed. Its log is append-only.
 *
 * Several sessions and processes may write to one log. A session that lost a write conflict reads the new entries and
 * tries again. One compaction runs at a time: further callers join it, and messages that arrive meanwhile stay after it.
 */
export interface Session extends AsyncDisposable {
  readonly sessionId: string;
  /**
   * Calls a listener for each event, like `onEvent`. Returns a function that removes the listener.
   *
   * @throws `invalid-input` if it is not a function
   */
  subscribe(listener: (event: SessionEvent) => void): () => void;
  /**
   * Writes messages to the log, all or none, and returns their ids. Pass content for one request only as its `tail`.
   *
   * @throws `invalid-input` if a message is invalid, `conflict` if another writer left this branch
   */
  append(
    messages: readonly Message[],
    options?: { readonly turnId?: string },
  ): Promise<readonly string[]>;
  /**
   * Ends a turn: writes what the last request announced, then `messages`, and returns the ids of `messages`.
   *
   * Disposing the session writes a pending announcement too.
   *
   * @throws what `append` throws; the announcement is then still pending
   */
  endTurn(
    messages?: readonly Message[],
    options?: { readonly turnId?: string },
  ): Promise<readonly string[]>;
  /** Returns the current view. Reads nothing from the store. */
  view(): View;
  /** Returns how full the context window is, from running sums. */
  usage(request?: Request): ContextUsage;
  /**
   * Returns when the provider's cache of the conversation expires, in ms since the epoch; `null` without a cache policy,
   * or if the cache is cold. Before that, call `fit` with the reason `idle` if the user is away.
   */
  nextExpiry(request?: Request): number | null;
  /** Returns what a compaction would do now. Calls no model and changes nothing. */
  plan(options?: FitOptions): Promise<Plan | NoPlan>;
  /** Returns the view to send and compacts first if needed. Call it before every request. */
  fit(options?: FitOptions): Promise<SessionFitResult>;
  /** Compacts now, even below the trigger. */
  compact(options?: FitOptions): Promise<SessionFitResult>;
  /**
   * Compacts harder after a request that was too large; `retry` says whether to send it again.
   *
   * Runs once for each user message, and again only after the model has answered. Instead of an error you can pass an
   * answer whose usage shows that the request did not fit. Append that answer with the finish reason `error`, or not at
   * all.
   */
  recover(error: unknown, options?: FitOptions): Promise<SessionRecoverResult>;
  /** Prepares a compaction with its summary, to inspect or to apply later. */
  prepare(
    options?: FitOptions,
  ): Promise<PreparedCompaction | Exclude<FitOutcome, { type: "compacted" }>>;
  /** Applies a prepared compaction. The outcome is a conflict if more than messages and notes was written since. */
  apply(prepared: PreparedCompaction, options?: FitOptions): Promise<SessionFitResult>;
  /** Cancels every running compaction and navigation, for all callers that joined. Disposal does the same. */
  abort(): void;
  /**
   * Undoes a compaction, at any depth. Later hides and pins stay.
   *
   * @throws `unknown-entry` if the path has no compaction with this id, `invalid-input` if a reset came after it
   */
  revert(entryId: string): Promise<void>;
  /** Clears the view. The log keeps all entries. */
  reset(): Promise<void>;
  /**
   * Continues from another entry, of any branch; `null` starts before the first. The log keeps the branch that was left.
   *
   * With a summary or a hook it reads both paths, the abandoned one down to the common ancestor.
   *
   * @throws `unknown-entry` if the log has no such entry, `conflict` if another writer left this branch or wrote while
   *   the summary was made
   */
  navigate(entryId: string | null, options?: NavigateOptions): Promise<NavigateResult>;
  /**
   * Returns the ends of all branches, newest first. A note of kind `label` names the branch that it is on.
   *
   * O(log).
   */
  branches(): Promise<readonly Branch[]>;
  /** Removes the newest message from the view and returns it; see `replaceTail`. `null` if there is none. */
  pop(): Promise<Message | null>;
  /**
   * Replaces the newest messages on a branch, all or nothing. The log keeps the replaced messages. O(log).
   *
   * Later pins, hides, notes and compactions stay, except compactions that contain a replaced message.
   *
   * @param replace returns the new tail; `null` changes nothing. Called again after a write conflict.
   * @throws what `replace` throws; `conflict` if another writer has left this branch
   */
  replaceTail(
    replace: (tail: SessionTail) => TailReplacement | null | Promise<TailReplacement | null>,
  ): Promise<void>;
  /**
   * Returns what a compaction did to each item that was visible before it.
   *
   * @throws `unknown-entry` if the path has no compaction with this id
   */
  diff(entryId: string): Promise<readonly ItemChange[]>;
  /**
   * Keeps an item (by id) or a message verbatim in every compaction and returns the pin's id.
   *
   * An item that is already pinned keeps its pin.
   *
   * @throws `unknown-entry` if the path has no item with this id
   */
  pin(target: string | Message): Promise<string>;
  /** Returns the user's rules in the state: those of compacted messages, and those that the app added. */
  rules(): readonly Rule[];
  /** Adds a rule that every compaction keeps, as `addRule` does. */
  addRule(text: string): Promise<void>;
  /** Removes the rule with exactly this text. @throws `unknown-entry` if there is no such rule */
  removeRule(text: string): Promise<void>;
  /** Removes a pin. @throws `unknown-entry` if there is no such pin */
  unpin(pinId: string): Promise<void>;
  /** Shows a text instead of an item's parts. The log keeps them. */
  hide(itemId: string, replacement: string): Promise<void>;
  /**
   * Writes a record that is never sent to a model, and returns its id.
   *
   * Two kinds have a meaning: `label`, a text that names the current branch, and `sub-agent`, a {@link SubAgentNote}.
   */
  note(kind: string, value: Json): Promise<string>;
  /**
   * Returns the entries of all branches that contain every term of a query, best first; see `searchSession`.
   *
   * O(log) if the store has no index.
   */
  search(query: string, options?: SessionSearchOptions): Promise<readonly SearchHit[]>;
  /**
   * Returns the text of the newest result of a tool call in this branch, also if it was compacted; `null` without one.
   *
   * O(log).
   */
  findResult(callId: string): Promise<string | null>;
  /** Reads the entries that other writers have appended. */
  refresh(): Promise<void>;
}
