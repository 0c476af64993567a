import type {
  CachePlace,
  CompactionEvent,
  CompactionState,
  CompactorOptions,
  ContextUsage,
} from "@cutpoint/core";
import { invalidInput } from "@cutpoint/core/kit";
import { type GuardedCall, requestOptions, sendGuarded, warningListener } from "@cutpoint/host-kit";
import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import { getConfig } from "@langchain/langgraph";
import { type AgentMiddleware, createMiddleware, type ModelRequest } from "langchain";
import * as z from "zod";
import { messageText } from "../message/message-text.ts";
import { modelFacts } from "../model-facts.ts";
import { createCompactTool } from "../compact-tool.ts";
import { createRecallTool } from "../recall-tool.ts";
import { type CallGuardOptions, type CallOptions, createCallGuard } from "./call-guard.ts";
import { wantsCachePoints, withCachePoints } from "./cache-points.ts";
import type { CompactionSizes } from "./context-size.ts";
import { silentOverflow } from "./silent-overflow.ts";
import { answerMessages, type Thread, withState } from "./store-state.ts";
import { createStreamMonitor } from "./stream-monitor.ts";
import { assertDurable, moveCompacted, recordOf } from "./thread-record.ts";
import { currentThread, RECALL_HINT } from "./thread-recall.ts";
import { toolDefinitions } from "./tool-definitions.ts";

export type CompactionMiddlewareOptions = CallGuardOptions & {
  /**
   * `view`: the thread keeps all messages, and its state has a small extra field. `store`: compacted messages move from
   * the thread to the agent's store, and the summary takes their place. Without a store or a checkpointer, and in an agent
   * inside another graph, it is the same as `view`, with a warning. A run throws `invalid-input` if the store is an
   * `InMemoryStore` and the checkpointer is not a `MemorySaver`. `replace`: the summary replaces the compacted messages.
   * Default: `view`.
   */
  readonly persist?: "view" | "store" | "replace";
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
  const { cachePoints, persist = "view", recall = false, ...compactorOptions } = options;
  if (!["view", "store", "replace"].includes(persist))
    throw invalidInput("persist", persist, 'expected "view", "store" or "replace"');
  const openCall = createCallGuard({
    ...(recall ? { recallHint: RECALL_HINT } : {}),
    ...compactorOptions,
  });
  const warn = warningListener(options);
  let isChecked = false;
  /** A store that is not used is reported once. */
  const checkStore = (): void => {
    assertDurable(getConfig());
    if (!isChecked && recordOf(getConfig()) === null) warn({ type: "store-not-used", id: null });
    isChecked = true;
  };
  return createMiddleware({
    name: "CompactionMiddleware",
    stateSchema,
    contextSchema,
    tools: [
      ...(recall ? [createRecallTool(currentThread)] : []),
      ...(options.compactTool === true ? [createCompactTool(currentThread)] : []),
    ],
    wrapModelCall: async (request, handler) => {
      if (persist === "store") checkStore();
      const state = request.state._cutpoint ?? null;
      const places = wantsCachePoints(request.model) ? cachePoints : undefined;
      const opened = await openCall(
        { messages: request.messages, state },
        {
          ...fitOptionsOf(request),
          ...(Array.isArray(places) ? { cachePoints: places } : {}),
        },
      );
      const monitor = createStreamMonitor();
      const { call, result: answer } = await sendGuarded(
        opened,
        async (call) => {
          const sent = withMessages(request, call, places !== undefined);
          const result = await monitor.listen(async () => handler(sent));
          const isPlain = AIMessage.isInstance(result);
          return { result, failure: isPlain ? silentOverflow(result, call.usage) : null };
        },
        { mayRepeat: () => !monitor.hasEmitted() },
      );
      emitTurnEnd(options.onEvent, answer, call.usage);
      const thread = await threadAfter(persist, request.messages, call);
      if (thread !== null) return withState(answer, thread.state, thread.messages);
      const kept = call.kept?.state ?? null;
      return kept === state ? answer : withState(answer, kept, null);
    },
  });
}

type Call = GuardedCall<BaseMessage>;

function withMessages(
  request: AgentRequest,
  { messages, view }: Call,
  hasCachePoints: boolean,
): AgentRequest {
  const shown = messages ?? request.messages;
  if (hasCachePoints) {
    const others = [request.systemMessage.content, request.modelSettings];
    return { ...request, messages: withCachePoints(shown, view.cachePoints, others) };
  }
  return messages === null ? request : { ...request, messages: [...messages] };
}

/** Returns the thread without its compacted messages; `null` if it keeps its messages. */
async function threadAfter(
  persist: CompactionMiddlewareOptions["persist"],
  thread: readonly BaseMessage[],
  { kept, messages, receipts, view }: Call,
): Promise<Thread | null> {
  if (receipts.length === 0 || messages === null || kept === null || persist === "view")
    return null;
  const record = recordOf(getConfig());
  if (persist === "store" && record === null) return null;
  const first = view.ids.findIndex((id) => id !== null);
  const prefix = first === -1 ? messages : messages.slice(0, first);
  return moveCompacted(persist === "store" ? record : null, { thread, prefix, state: kept.state });
}

/** An answer ends the turn if the agent has no tool to run. */
function emitTurnEnd(
  onEvent: ((event: CompactionEvent) => void) | undefined,
  answer: unknown,
  usageWith: (messages: readonly BaseMessage[]) => ContextUsage,
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

function fitOptionsOf(request: AgentRequest): CallOptions {
  const { model, runtime, systemMessage, tools, responseFormat } = request;
  const { keep, trigger } = runtime.context ?? {};
  const definitions = toolDefinitions(tools, responseFormat);
  return {
    ...requestOptions(undefined, messageText(systemMessage), definitions, runtime.signal),
    ...modelFacts(model),
    ...(keep === undefined && trigger === undefined ? {} : { sizes: { keep, trigger } }),
  };
}
