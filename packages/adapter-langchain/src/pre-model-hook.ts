import type { CompactionState, FitOptions } from "@cutpoint/core";
import { createStateStorage, findNewest } from "@cutpoint/host-kit";
import type { BaseMessage } from "@langchain/core/messages";
import { createLangChainCompactor, type LangChainCompactorOptions } from "./langchain-compactor.ts";
import { modelFacts } from "./model-facts.ts";

export type PreModelHookOptions = LangChainCompactorOptions & {
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
  const { model, request, ...compactorOptions } = options;
  const compactor = createLangChainCompactor(compactorOptions);
  const storage = createStateStorage<CompactionState>();
  return async ({ cutpoint, messages }) => {
    const ids = messages.flatMap(({ id }) => (id === undefined ? [] : [id]));
    const state = cutpoint ?? (await findNewest(storage, ids));
    const fitted = await compactor.fit({ messages, state }, { ...modelFacts(model), ...request });
    if (fitted.state !== null) await storage.save(ids.slice(-1), fitted.state);
    return { llmInputMessages: [...fitted.messages], cutpoint: fitted.state };
  };
}
