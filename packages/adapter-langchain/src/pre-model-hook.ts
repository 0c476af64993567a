import type { CompactionState, FitOptions } from "@cutpoint/core";
import { type CompactionOptions, createGuardedCall, type StateOptions } from "@cutpoint/host-kit";
import type { BaseMessage } from "@langchain/core/messages";
import { unitFormat } from "./message/unit-format.ts";
import { modelFacts } from "./model-facts.ts";

export type PreModelHookOptions = Omit<CompactionOptions, keyof StateOptions> & {
  /** The chat model that will answer. Its profile names the window if the policy does not. */
  readonly model?: unknown;
  /** Other content of the request: the agent's system text and its tools. */
  readonly request?: Pick<FitOptions, "system" | "tools">;
};

/** The messages, and the stored state if the graph's state has a field `cutpoint`. */
export type PreModelState = {
  readonly messages: readonly BaseMessage[];
  readonly cutpoint?: CompactionState | null;
};

/** The messages to send, and the state to store. */
export type PreModelUpdate = {
  readonly llmInputMessages: BaseMessage[];
  readonly cutpoint: CompactionState | null;
};

/**
 * Creates a `preModelHook` for `createReactAgent`.
 *
 * The graph keeps all messages, and the model receives a view that fits its window. If the graph's state has a field
 * `cutpoint`, its checkpointer stores the compaction state; otherwise that lasts as long as the process. The hook does
 * not recover from an overflow; use the middleware for that.
 */
export function createPreModelHook(
  options: PreModelHookOptions = {},
): (state: PreModelState) => Promise<PreModelUpdate> {
  const { model, request, ...compactionOptions } = options;
  const compact = createGuardedCall(compactionOptions, unitFormat);
  const facts = modelFacts(model);
  return async ({ cutpoint, messages }) => {
    const call = await compact({
      messages,
      context: facts.model,
      options: { ...facts, ...request },
      ...(cutpoint ? { stored: { state: cutpoint } } : {}),
    });
    return {
      llmInputMessages: [...(call.messages ?? messages)],
      cutpoint: call.kept?.state ?? null,
    };
  };
}
