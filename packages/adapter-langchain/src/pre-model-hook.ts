import { type CompactionState, CutpointError, type FitOptions } from "@cutpoint/core";
import type { BaseMessage } from "@langchain/core/messages";
import { createLangChainCompactor, type LangChainCompactorOptions } from "./langchain-compactor.ts";
import { modelFacts } from "./model-facts.ts";

export type PreModelHookOptions = LangChainCompactorOptions & {
  /** The chat model that will answer. Its profile names the window if the policy does not. */
  readonly model?: unknown;
  /** What the request contains besides the messages: the agent's system text, its tools. */
  readonly request?: Pick<FitOptions, "system" | "tools">;
};

/** The messages, and the state in a field of the graph's state that the app declares. */
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
 * Creates a `preModelHook` for `createReactAgent`: the graph keeps all messages, and the model is sent a view of them.
 *
 * The graph's state needs a field `cutpoint`. If it has none, the hook throws `invalid-input` at the second model call.
 * The hook does not see an overflow: only the middleware recovers from one.
 */
export function createPreModelHook(
  options: PreModelHookOptions = {},
): (state: PreModelState, config?: PreModelConfig) => Promise<PreModelUpdate> {
  const { model, request, ...compactorOptions } = options;
  const compactor = createLangChainCompactor(compactorOptions);
  const assertStored = createFieldCheck();
  return async (graphState, config) => {
    assertStored(graphState, config);
    const { messages, cutpoint: state = null } = graphState;
    const fitted = await compactor.fit({ messages, state }, { ...modelFacts(model), ...request });
    return { llmInputMessages: [...fitted.messages], cutpoint: fitted.state };
  };
}

/**
 * LangGraph drops updates of fields that a graph does not declare, and leaves out fields without a value. So a missing
 * field shows at the next call of the same thread: its value is still absent after an update that set it.
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
