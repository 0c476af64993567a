import {
  type CachePlace,
  CutpointError,
  type FitOptions,
  type CompactionState,
} from "@cutpoint/core";
import { AIMessage } from "@langchain/core/messages";
import { Command } from "@langchain/langgraph";
import { type AgentMiddleware, createMiddleware, type ModelRequest } from "langchain";
import * as z from "zod";
import {
  createHostCompactor,
  type HostCompactor,
  type HostCompactorOptions,
  type HostFitted,
} from "../host-compactor.ts";
import { messageText } from "../message/message-text.ts";
import { modelFacts } from "../model-facts.ts";
import { wantsCachePoints, withCachePoints } from "./cache-points.ts";
import { withStateSize } from "./mark-size.ts";
import { replaced } from "./replaced-thread.ts";
import { silentOverflow } from "./silent-overflow.ts";
import { createStreamMonitor } from "./telling.ts";
import { toolDefinitions } from "./tool-definitions.ts";

export type CompactionMiddlewareOptions = HostCompactorOptions & {
  /**
   * `view`: the thread keeps every message as it was said, and a small state beside them. `replace`: what was covered is
   * taken out of the thread, and the summary stands in its place; streams then show that change. Default `view`.
   */
  readonly persist?: "view" | "replace";
  /**
   * What a mark may take in the thread's state, in bytes, as checkpointers write all of it at each step: limits how much
   * of the human's words and of the summary it holds, unless the policy says that; a mark that is larger all the same is
   * made smaller, and `onWarning` is told `state-trimmed`. Default 65,536.
   */
  readonly maxStateBytes?: number;
  /**
   * Where Anthropic is told to keep what it has read: `true` for the default places of a view, or these. Models of other
   * vendors need not be told. Default: nowhere.
   */
  readonly cachePoints?: true | readonly CachePlace[];
};

type StateSchema = z.ZodObject<{ _cutpoint: z.ZodOptional<z.ZodCustom<CompactionState | null>> }>;

/** A key that begins with an underscore is the middleware's own: kept with the thread, seen by nobody else. */
const stateSchema: StateSchema = z.object({
  _cutpoint: z.custom<CompactionState | null>().optional(),
});

type AgentRequest = ModelRequest<{ _cutpoint?: CompactionState | null | undefined }>;

/**
 * Keeps an agent's conversation within its model's window: before a model call where that is due, and after one that was
 * too large, once before the model answers again. Put it last in `middleware`, so that nothing between it and the model
 * turns an overflow into an answer.
 *
 * The window is the policy's `windowTokens`, else that of the model's profile. Where a summary fails the conversation
 * stays as it is, and `onEvent` is told.
 *
 * @throws `invalid-input` where `maxStateBytes` is no number above 0
 */
export function createCompactionMiddleware(
  options: CompactionMiddlewareOptions = {},
): AgentMiddleware<StateSchema> {
  const { persist = "view", maxStateBytes = 65_536, policy = {}, cachePoints, ...rest } = options;
  if (!(maxStateBytes > 0))
    throw new CutpointError(
      "invalid-input",
      `maxStateBytes is ${maxStateBytes}: it should be a number of bytes above 0`,
    );
  const limits = withStateSize(policy, maxStateBytes);
  const compactor = createHostCompactor({ ...rest, policy: limits }, maxStateBytes);
  return createMiddleware({
    name: "CompactionMiddleware",
    stateSchema,
    wrapModelCall: async (request, handler) => {
      const before = request.state._cutpoint ?? null;
      const places = wantsCachePoints(request.model) ? cachePoints : undefined;
      const wanted = {
        ...fitOptions(request),
        ...(Array.isArray(places) ? { cachePoints: places } : {}),
      };
      const { answer, fitted } = await callModel(
        compactor,
        request,
        before,
        wanted,
        async (view) => {
          if (places === undefined)
            return handler(
              view.isUntouched ? request : { ...request, messages: [...view.messages] },
            );
          const beside = [request.systemMessage.content, request.modelSettings];
          return handler({ ...request, messages: withCachePoints(view, beside) });
        },
      );
      if (persist === "replace" && fitted.outcome.type === "compacted")
        return replaced(fitted, answer);
      if (fitted.state === before || !AIMessage.isInstance(answer)) return answer;
      return new Command({ update: { _cutpoint: fitted.state } });
    },
  });
}

type Answered = { readonly answer: AIMessage; readonly fitted: HostFitted };

async function callModel(
  compactor: HostCompactor,
  request: AgentRequest,
  state: CompactionState | null,
  options: FitOptions,
  send: (fitted: HostFitted) => Promise<AIMessage>,
): Promise<Answered> {
  const { messages } = request;
  const fitted = await compactor.fit(messages, state, options);
  const monitor = createStreamMonitor();
  const recovered = async (error: unknown): Promise<Answered | null> => {
    if (monitor.hasEmitted()) return null;
    const again = await compactor.recover(messages, fitted.state, error, options);
    return again.retry ? { answer: await send(again), fitted: again } : null;
  };

  let answer: AIMessage;
  try {
    answer = await monitor.listen(() => send(fitted));
  } catch (error) {
    const second = await recovered(error);
    if (second === null) throw error;
    return second;
  }
  const overflow = AIMessage.isInstance(answer)
    ? silentOverflow(answer, () => compactor.usage(messages, fitted.state, options))
    : null;
  const second = overflow === null ? null : await recovered(overflow);
  return second ?? { answer, fitted };
}

/** What goes over the wire beside the messages. */
function fitOptions(request: AgentRequest): FitOptions {
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
