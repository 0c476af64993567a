import type { FitOptions, TokenUsage } from "@cutpoint/core";
import type { AnthropicUnit } from "@cutpoint/host-kit/http";
import {
  type CompactionOptions,
  createEmptyAnswer,
  createGuardedCall,
  requestOptions,
  type StateOptions,
} from "@cutpoint/host-kit";
import type {
  AgentStreamEvent,
  InvokeModelContext,
  InvokeModelResult,
  InvokeModelStage,
  LocalAgent,
  MiddlewareHandlerOf,
} from "@strands-agents/sdk";
import { agentMessageOf, dataOf } from "./convert.ts";
import { strandsFormat, type StrandsMessage } from "./format.ts";

/** The options of the middleware. The state of a conversation is in the `appState` of its agent. */
export type StrandsCompactionOptions = Omit<CompactionOptions, "conversationId" | "states">;

const NO_RESULT = undefined as never;

type Compact = ReturnType<typeof createGuardedCall<AnthropicUnit, StrandsMessage>>;

/** The key of the compaction states in `agent.appState`. */
const STATE_KEY = "cutpoint";

/** Returns the store of an agent's states. Sessions of the SDK contain `appState`. */
function statesOf(agent: LocalAgent): Required<StateOptions> {
  return {
    conversationId: "agent",
    states: {
      async find() {
        const text = agent.appState.get(STATE_KEY);
        return typeof text === "string" ? text : null;
      },
      save: async (_id, text) => agent.appState.set(STATE_KEY, text),
      async delete() {
        agent.appState.delete(STATE_KEY);
        return true;
      },
      async *list() {},
    },
  };
}

/**
 * Creates a middleware for `InvokeModelStage` that keeps requests within the model's window.
 *
 * It compacts before a call if needed. If the provider refuses a call for its size, it compacts once more and calls
 * again, unless a part of the answer was already passed on. The messages of the agent stay as they are. Give the agent a
 * `NullConversationManager`: the default one deletes messages.
 *
 * @throws `invalid-input` if an option is not valid
 */
export function createCompactionMiddleware(
  options: StrandsCompactionOptions = {},
): MiddlewareHandlerOf<typeof InvokeModelStage> {
  const createGuard = (agent: LocalAgent): Compact =>
    createGuardedCall({ ...options, ...statesOf(agent) }, strandsFormat);
  createGuardedCall(options, strandsFormat); // checks the options
  const guards = new WeakMap<LocalAgent, Compact>();
  return async function* compactingModel(context, next) {
    const { agent } = context;
    const compact = guards.get(agent) ?? createGuard(agent);
    guards.set(agent, compact);
    let call = await compact({
      messages: context.messages.map(dataOf),
      options: fitOptions(context),
    });
    for (;;) {
      const messages = call.messages?.map(agentMessageOf) ?? context.messages;
      const stream = next({ ...context, messages });
      const held: AgentStreamEvent[] = [];
      let isPassedOn = false;
      try {
        let step = await stream.next();
        for (; step.done !== true; step = await stream.next()) {
          held.push(step.value);
          if (isOpening(step.value)) continue;
          isPassedOn = true;
          yield* held.splice(0);
        }
        const { value } = step;
        const failure = isPassedOn ? null : emptyAnswer(value);
        const again = failure === null ? null : await call.retryAfter(failure);
        if (again === null) {
          yield* held;
          call.recordUsage(usageOf(value));
          return value;
        }
        call = again;
      } catch (error) {
        const again = isPassedOn ? null : await call.retryAfter(error);
        if (again === null) throw error;
        call = again;
      } finally {
        await stream.return(NO_RESULT); // the agent may end before the answer does
      }
    }
  };
}

function fitOptions(context: InvokeModelContext): FitOptions {
  const { agent, systemPrompt, toolSpecs } = context;
  const { modelId } = context.model ?? agent.model; // older releases have only that of the agent
  const blocks = typeof systemPrompt === "string" ? [systemPrompt] : (systemPrompt ?? []);
  const system = blocks.map((block) =>
    typeof block === "string" ? block : block.type === "textBlock" ? block.text : "",
  );
  return requestOptions(modelId, system.join("\n"), toolSpecs, agent.cancelSignal);
}

/** Events before the first content of an answer. */
function isOpening(event: AgentStreamEvent): boolean {
  return (
    event.type === "modelStreamUpdateEvent" && event.event.type !== "modelContentBlockDeltaEvent"
  );
}

function emptyAnswer(answer: InvokeModelResult): unknown {
  const { message, stopReason } = answer.result;
  if (message.content.some(({ type }) => type !== "reasoningBlock")) return null;
  const isTruncated = ["maxTokens", "modelContextWindowExceeded"].includes(stopReason);
  return createEmptyAnswer(usageOf(answer), isTruncated);
}

/** Some models count cached tokens in `inputTokens`, others only in `totalTokens`. */
function usageOf({ result }: InvokeModelResult): TokenUsage | undefined {
  const usage = result.metadata?.usage;
  if (usage === undefined) return undefined;
  const { cacheReadInputTokens, cacheWriteInputTokens, inputTokens, outputTokens, totalTokens } =
    usage;
  return {
    inputTokens: Math.max(inputTokens, totalTokens - outputTokens),
    outputTokens,
    ...(cacheReadInputTokens === undefined ? {} : { cacheReadTokens: cacheReadInputTokens }),
    ...(cacheWriteInputTokens === undefined ? {} : { cacheWriteTokens: cacheWriteInputTokens }),
  };
}
