import type { FitOptions } from "@cutpoint/core";
import type { Session as CutpointSession } from "@cutpoint/session";
import type {
  AgentInputItem,
  OpenAIResponsesCompactionArgs,
  RequestUsage,
  RunContext,
  RunContextAwareSession,
} from "@openai/agents-core";

/** What goes over the wire beside the items, to be counted: the agent's instructions and tools, its model and window. */
export type SessionRequest = Pick<FitOptions, "model" | "windowTokens" | "system" | "tools">;

/**
 * A session of the SDK that keeps everything that was said, and shows what fits the window.
 *
 * The verbs run in the order in which they are called, also those of several runs at a time.
 */
export interface CompactingSession extends RunContextAwareSession {
  /**
   * What the model is to be sent, in fresh objects.
   *
   * @param limit at most so many of the newest; fewer where a call would be parted from its result, and more only where
   * the newest such unit is larger alone
   */
  getItems(limit?: number, runContext?: RunContext): Promise<AgentInputItem[]>;
  /** Everything that was added and not popped, as it was added. */
  getAllItems(): Promise<AgentInputItem[]>;
  /**
   * Compacts where that is due; the runner calls it when a run is stored. Never rejects: what goes wrong is told by
   * `onEvent`.
   *
   * @param compaction `force` compacts below the trigger too; the rest tells of OpenAI's own compaction
   * @returns what the summarizer used, which the runner adds to the run; `null` where no model was asked
   */
  runCompaction(
    compaction?: OpenAIResponsesCompactionArgs,
    runContext?: RunContext,
  ): Promise<{ usage: RequestUsage } | null>;
}

/** A {@link CompactingSession} over one of Cutpoint's stores. */
export interface StoredSession extends CompactingSession, AsyncDisposable {
  /** The session behind this one: to pin, to search, to revert, to recall from. */
  session(): Promise<CutpointSession>;
}
