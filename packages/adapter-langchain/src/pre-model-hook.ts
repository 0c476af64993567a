import type { FitOptions, CompactionState } from "@cutpoint/core";
import type { BaseMessage } from "@langchain/core/messages";
import { createHostCompactor, type HostCompactorOptions } from "./host-compactor.ts";
import { modelFacts } from "./model-facts.ts";

export type PreModelHookOptions = HostCompactorOptions & {
  /** The chat model that will answer: its profile tells the window, where the policy does not. */
  readonly model?: unknown;
  /** What goes over the wire beside the messages, to be counted: the agent's system text, its tools. */
  readonly request?: Pick<FitOptions, "system" | "tools">;
};

/** What the hook reads: the messages, and the state in a field of the graph's state that the host declares. */
export type PreModelState = {
  readonly messages: readonly BaseMessage[];
  readonly cutpoint?: CompactionState | null;
};

/** What the hook gives: what the model is to be sent, and the state to keep. */
export type PreModelUpdate = {
  readonly llmInputMessages: BaseMessage[];
  readonly cutpoint: CompactionState | null;
};

/**
 * A `preModelHook` for `createReactAgent`: the graph keeps every message, the model is sent a view of them. The graph's
 * state needs a field `cutpoint`. An overflow is not seen by this hook: the middleware recovers from one.
 */
export function createPreModelHook(
  options: PreModelHookOptions = {},
): (state: PreModelState) => Promise<PreModelUpdate> {
  const { model, request, ...compactorOptions } = options;
  const compactor = createHostCompactor(compactorOptions);
  return async ({ messages, cutpoint = null }) => {
    const fitted = await compactor.fit(messages, cutpoint, { ...modelFacts(model), ...request });
    return { llmInputMessages: [...fitted.messages], cutpoint: fitted.state };
  };
}
