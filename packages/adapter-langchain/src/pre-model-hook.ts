import { type CompactionState, CutpointError, type FitOptions } from "@cutpoint/core";
import type { BaseMessage } from "@langchain/core/messages";
import { createLangChainCompactor, type LangChainCompactorOptions } from "./langchain-compactor.ts";
import { modelFacts } from "./model-facts.ts";

export type PreModelHookOptions = LangChainCompactorOptions & {
  /** The chat model that will answer. Its profile names the window if the policy does not. */
  readonly model?: unknown;
  /** Other content of the request: the agent's system text and its tools. */
  readonly request?: Pick<FitOptions, "system" | "tools">;
};

/** The messages, and the stored state. The app declares the field `cutpoint` in the graph's state. */
export type PreModelState = {
  readonly messages: readonly BaseMessage[];
  readonly cutpoint?: CompactionState | null;
};

/** The messages to send, and the state to store. */
export type PreModelUpdate = {
  readonly llmInputMessages: BaseMessage[];
  readonly cutpoint: CompactionState | null;
};

/** The part of LangGraph's config that the hook reads. */
export type PreModelConfig = {
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly configurable?: Readonly<Record<string, unknown>>;
};

/**
 * Creates a `preModelHook` for `createReactAgent`.
 *
 * The graph keeps all messages, and the model receives a view that fits its window. The graph's state needs a field
 * `cutpoint`. If it has none, the hook throws `invalid-input` at the second model call. The hook does not recover from
 * an overflow; use the middleware for that.
 */
export function createPreModelHook(
  options: PreModelHookOptions = {},
): (state: PreModelState, config?: PreModelConfig) => Promise<PreModelUpdate> {
  const { model, request, ...compactorOptions } = options;
  const compactor = createLangChainCompactor(compactorOptions);
  const assertFieldExists = createFieldCheck();
  return async (graphState, config) => {
    assertFieldExists(graphState, config);
    const { messages, cutpoint: state = null } = graphState;
    const fitted = await compactor.fit({ messages, state }, { ...modelFacts(model), ...request });
    return { llmInputMessages: [...fitted.messages], cutpoint: fitted.state };
  };
}

/**
 * LangGraph drops updates of undeclared fields, and leaves out fields without a value. So a missing field is detected
 * at the next call of the same thread: it has no value although the last update set one.
 */
function createFieldCheck(): (state: PreModelState, config?: PreModelConfig) => void {
  let isDeclared = false;
  let last: { readonly thread: unknown; readonly step: number } | undefined;
  return (state, config) => {
    isDeclared ||= "cutpoint" in state;
    const step = config?.metadata?.["langgraph_step"];
    if (isDeclared || typeof step !== "number") return;
    const thread = config?.configurable?.["thread_id"];
    if (last !== undefined && last.thread === thread && step > last.step)
      throw new CutpointError(
        "invalid-input",
        "the graph's state has no field cutpoint: add `cutpoint: Annotation<CompactionState | null>()` to stateSchema",
      );
    last = { thread, step };
  };
}
