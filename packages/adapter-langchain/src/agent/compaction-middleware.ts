import type {
  CachePlace,
  CompactionEvent,
  CompactionState,
  CompactorOptions,
  FitOptions,
} from "@cutpoint/core";
import { invalidInput } from "@cutpoint/core/kit";
import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import { getConfig } from "@langchain/langgraph";
import { type AgentMiddleware, createMiddleware, type ModelRequest } from "langchain";
import * as z from "zod";
import type { FittedMessages, LangChainCompactor, Thread } from "../langchain-compactor.ts";
import { messageText } from "../message/message-text.ts";
import { modelFacts } from "../model-facts.ts";
import { type CallCompactorOptions, createCallCompactors } from "./call-compactors.ts";
import { wantsCachePoints, withCachePoints } from "./cache-points.ts";
import type { CompactionSizes } from "./context-size.ts";
import { silentOverflow } from "./silent-overflow.ts";
import { answerMessages, replacedThread, withState, withThread } from "./store-state.ts";
import { createStreamMonitor } from "./stream-monitor.ts";
import { moveCompacted, recordOf } from "./thread-record.ts";
import { createThreadRecallTool, RECALL_HINT } from "./thread-recall.ts";
import { toolDefinitions } from "./tool-definitions.ts";

export type CompactionMiddlewareOptions = CallCompactorOptions & {
  /**
   * `store`: compacted messages move from the thread to the agent's store, and the summary takes their place. Without a
   * store or a checkpointer, and in an agent inside another graph, the same as `view`. `view`: the thread keeps all
   * messages, and its state has a small extra field. `replace`: the summary replaces the compacted messages. Default:
   * `store`.
   */
  readonly persist?: "store" | "view" | "replace";
  /** See `CompactorOptions` of core. Checkpointers write the whole state at each step. Default: 65,536. */
  readonly maxStateBytes?: NonNullable<CompactorOptions["maxStateBytes"]>;
  /** Whether the agent gets a tool `recall` that searches all messages of its thread. Default: `false`. */
  readonly recall?: boolean;
  /**
   * Positions of Anthropic's `cache_control`: `true` for the default places of a view, or a list of places. Models of
   * other providers ignore it. Default: none.
   */
  readonly cachePoints?: true | readonly CachePlace[];
};

/** The context of a call may replace the sizes of the middleware, as with `summarizationMiddleware`. */
const contextSchema: ContextSchema = z.object({
  trigger: z.custom<CompactionSizes["trigger"]>().optional(),
  keep: z.custom<CompactionSizes["keep"]>().optional(),
});

type ContextSchema = z.ZodObject<{
  trigger: z.ZodOptional<z.ZodCustom<CompactionSizes["trigger"]>>;
  keep: z.ZodOptional<z.ZodCustom<CompactionSizes["keep"]>>;
}>;

type StateSchema = z.ZodObject<{ _cutpoint: z.ZodOptional<z.ZodCustom<CompactionState | null>> }>;

/**
 * LangChain omits keys with an underscore from the input, the output and the types of an agent. The streams `values`
 * and `updates` contain them.
 */
const stateSchema: StateSchema = z.object({
  _cutpoint: z.custom<CompactionState | null>().optional(),
});

type AgentRequest = ModelRequest<
  { _cutpoint?: CompactionState | null | undefined },
  z.output<ContextSchema>
>;

/**
 * Creates a middleware that keeps an agent's conversation within its model's window.
 *
 * It compacts before a model call if needed, and recovers once from a call that was too large. Put it last in
 * `middleware`: a middleware between it and the model could turn an overflow into an answer.
 *
 * The window is the policy's `windowTokens`, otherwise that of the model's profile. If a model cannot write the
 * summary, the offline summarizer writes it.
 *
 * @throws `invalid-input` if an option is not valid
 */
export function createCompactionMiddleware(
  options: CompactionMiddlewareOptions = {},
): AgentMiddleware<StateSchema, ContextSchema> {
  const { cachePoints, persist = "store", recall = false, ...compactorOptions } = options;
  if (!["store", "view", "replace"].includes(persist))
    throw invalidInput("persist", persist, 'expected "store", "view" or "replace"');
  const compactorFor = createCallCompactors({
    ...(recall ? { recallHint: RECALL_HINT } : {}),
    ...compactorOptions,
  });
  return createMiddleware({
    name: "CompactionMiddleware",
    stateSchema,
    contextSchema,
    tools: recall ? [createThreadRecallTool()] : [],
    wrapModelCall: async (request, handler) => {
      const compactor = compactorFor(request.runtime.context);
      const state = request.state._cutpoint ?? null;
      const places = wantsCachePoints(request.model) ? cachePoints : undefined;
      const fitOptions = {
        ...fitOptionsOf(request),
        ...(Array.isArray(places) ? { cachePoints: places } : {}),
      };
      const call: ModelCall = {
        thread: { messages: request.messages, state },
        options: fitOptions,
        send: async (fitted) => handler(withMessages(request, fitted, places !== undefined)),
      };
      const { answer, fitted } = await callModel(compactor, call);
      emitTurnEnd(options.onEvent, answer, (messages) =>
        compactor.usage(
          { messages: [...request.messages, ...messages], state: fitted.state },
          fitOptions,
        ),
      );
      const thread = await threadAfter(persist, request.messages, fitted);
      if (thread !== null) return withThread(answer, thread);
      return fitted.state === state ? answer : withState(answer, fitted.state);
    },
  });
}

/** A model call of an agent: its thread, other content of its request, and how to send a view. */
type ModelCall = {
  readonly thread: Thread;
  readonly options: FitOptions;
  readonly send: (fitted: FittedMessages) => Promise<AIMessage>;
};

type ModelCallResult = { readonly answer: AIMessage; readonly fitted: FittedMessages };

async function callModel(compactor: LangChainCompactor, call: ModelCall): Promise<ModelCallResult> {
  return sendView(compactor, call, await compactor.fit(call.thread, call.options));
}

/** Sends a view. A request without signed reasoning may still be too large, so it can be recovered again. */
async function sendView(
  compactor: LangChainCompactor,
  call: ModelCall,
  fitted: FittedMessages,
): Promise<ModelCallResult> {
  const { thread, options, send } = call;
  const current = { messages: thread.messages, state: fitted.state };
  const monitor = createStreamMonitor();
  const recover = async (error: unknown): Promise<ModelCallResult | null> => {
    if (monitor.hasEmitted()) return null;
    const again = await compactor.recover(current, error, options);
    if (!again.retry) return null;
    if (again.outcome.type !== "compacted") return sendView(compactor, call, again);
    return { answer: await send(again), fitted: again };
  };

  let answer: AIMessage;
  try {
    answer = await monitor.listen(() => send(fitted));
  } catch (error) {
    const retried = await recover(error);
    if (retried === null) throw error;
    return retried;
  }
  const overflow = AIMessage.isInstance(answer)
    ? silentOverflow(answer, () => compactor.usage(current, options))
    : null;
  const retried = overflow === null ? null : await recover(overflow);
  return retried ?? { answer, fitted };
}

function withMessages(
  request: AgentRequest,
  fitted: FittedMessages,
  hasCachePoints: boolean,
): AgentRequest {
  if (hasCachePoints) {
    const others = [request.systemMessage.content, request.modelSettings];
    return { ...request, messages: withCachePoints(fitted, others) };
  }
  return fitted.isUntouched ? request : { ...request, messages: [...fitted.messages] };
}

/** Returns the thread without its compacted messages; `null` if it keeps its messages. */
async function threadAfter(
  persist: CompactionMiddlewareOptions["persist"],
  messages: readonly BaseMessage[],
  fitted: FittedMessages,
): Promise<Thread | null> {
  const { outcome, prefixLength, state } = fitted;
  if (outcome.type !== "compacted" || state === null || persist === "view") return null;
  if (persist === "replace") return replacedThread(fitted);
  const record = recordOf(getConfig());
  const prefix = fitted.messages.slice(0, prefixLength);
  return record && moveCompacted(record, { thread: messages, prefix, state });
}

type Usage = ReturnType<LangChainCompactor["usage"]>;

/** An answer ends the turn if the agent has no tool to run. */
function emitTurnEnd(
  onEvent: ((event: CompactionEvent) => void) | undefined,
  answer: unknown,
  usageWith: (messages: readonly BaseMessage[]) => Usage,
): void {
  const messages = answerMessages(answer);
  const last = messages.at(-1);
  if (onEvent === undefined || !AIMessage.isInstance(last)) return;
  if (messages.length === 1 && AIMessage.isInstance(answer) && (last.tool_calls ?? []).length > 0)
    return;
  try {
    const usage = usageWith(messages);
    onEvent({ type: "turn-ended", usage, reason: "threshold", willRetry: false });
  } catch {
    return;
  }
}

function fitOptionsOf(request: AgentRequest): FitOptions {
  const { model, runtime, systemMessage, tools, responseFormat } = request;
  const definitions = toolDefinitions(tools, responseFormat);
  const system = messageText(systemMessage);
  return {
    ...modelFacts(model),
    ...(system === "" ? {} : { system }),
    ...(definitions === undefined ? {} : { tools: definitions }),
    ...(runtime.signal === undefined ? {} : { signal: runtime.signal }),
  };
}
