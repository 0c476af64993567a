import type { FitOptions } from "@cutpoint/core";
import type { Session as CutpointSession } from "@cutpoint/session";
import type {
  AgentInputItem,
  OpenAIResponsesCompactionArgs,
  RequestUsage,
  RunContext,
  RunContextAwareSession,
  SessionHistoryRewriteArgs,
  SessionHistoryTransactionArgs,
} from "@openai/agents-core";

/** Other content of the requests, for the trigger: instructions, tools, model and window. */
export type SessionRequest = Pick<FitOptions, "model" | "windowTokens" | "system" | "tools">;

/**
 * A session of the SDK that keeps every item, and returns the items that fit the window.
 *
 * Its methods run in the order of their calls, also for concurrent runs.
 */
export interface CompactingSession extends RunContextAwareSession {
  /**
   * Returns the items to send, in new objects.
   *
   * @param limit the number of newest items; fewer if a call would be separated from its result, more only if the
   * newest such unit is larger
   */
  getItems(limit?: number, runContext?: RunContext): Promise<AgentInputItem[]>;
  /** Returns every item that was added and not popped, unchanged. */
  getAllItems(): Promise<AgentInputItem[]>;
  /**
   * Compacts if needed. The runner calls it after a run is stored. Never rejects: errors are reported by `onEvent`.
   *
   * @param compaction `force` compacts below the trigger too; the other fields belong to OpenAI's compaction and are
   * ignored
   * @returns the usage of the summarizer, which the runner adds to the run; `null` if no model was called
   */
  runCompaction(
    compaction?: OpenAIResponsesCompactionArgs,
    runContext?: RunContext,
  ): Promise<{ usage: RequestUsage } | null>;
}

/** A {@link CompactingSession} over a store of Cutpoint. */
export interface StoredSession extends CompactingSession, AsyncDisposable {
  /** Returns the Cutpoint session, for example to pin, search or revert. */
  session(): Promise<CutpointSession>;
  /**
   * Appends items or replaces an exact suffix, once for each `operationId`, also after a restart.
   *
   * The runner stores runs with it that an output guardrail has blocked. Errors contain no content of items.
   *
   * @throws `invalid-input` if the id was used for a different transaction; the SDK's `UserError` if the transaction is
   *   invalid or the suffix is different. Nothing has changed then.
   */
  applyHistoryTransaction(args: SessionHistoryTransactionArgs): Promise<void>;
  /** Replaces stored function calls, and removes further calls with their ids. Undoes compactions that contain them. */
  applyHistoryMutations(args: SessionHistoryRewriteArgs): Promise<void>;
}
