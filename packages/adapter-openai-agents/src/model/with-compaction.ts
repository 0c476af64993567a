import { CutpointError } from "@cutpoint/core";
import { createRecentMap } from "@cutpoint/host-kit";
import type {
  Model,
  ModelProvider,
  ModelRequest,
  ModelResponse,
  StreamEvent,
} from "@openai/agents-core";
import { compactCall, type CallContext, emptyAnswer } from "./compacted-call.ts";
import { createAgentsCompactor, type AgentsCompactorOptions } from "./agents-compactor.ts";
import { createStateStorage, type StateStorage } from "./state-storage.ts";
import { replaceMembers } from "./replace-members.ts";
import { usesServerContext } from "./request-facts.ts";
import type { ServerCompaction } from "./server-compaction.ts";
import { createProviderCompaction } from "./provider-compaction.ts";
import { streamWithRetry } from "./streamed-response.ts";

export type CompactionOptions = AgentsCompactorOptions & {
  /** The name of a decorated model. Default: the name passed to `getModel`. */
  readonly model?: string;
  /** Stores compaction states between calls. Default: {@link createStateStorage}, in memory. */
  readonly stateStorage?: StateStorage;
  /**
   * Lets the provider compact too. Models that support its items receive them. The readable summary is kept for other
   * models and for failures of the provider. See {@link createServerCompaction}. Default: none.
   */
  readonly serverCompaction?: ServerCompaction;
};

/** The number of answers whose usage is remembered. */
const MAX_REPORTS = 2000;

/**
 * Returns a model or a provider whose requests fit the context window.
 *
 * It compacts before a request if needed. If the provider refuses a request for its size, it compacts once more and
 * retries, unless a part of the answer was already passed on.
 *
 * Only the request changes. The runner, its sessions and its hooks see the original input, and summaries are neither
 * streamed nor stored. All other members are those of the original. Requests with `previousResponseId`,
 * `conversationId` or `prompt` are passed on unchanged, because the server has their context.
 *
 * @throws `invalid-input` if the target is neither a model nor a provider
 */
export function withCompaction<Target extends Model | ModelProvider>(
  target: Target,
  options: CompactionOptions = {},
): Target {
  const {
    model,
    stateStorage = createStateStorage(),
    serverCompaction,
    ...compactorOptions
  } = options;
  const context: CallContext = {
    compactor: createAgentsCompactor(compactorOptions),
    stateStorage,
    reports: createRecentMap(MAX_REPORTS),
    server: createProviderCompaction(serverCompaction, options.onEvent ?? (() => undefined)),
  };
  if ("getModel" in target) return replaceMembers(target, providerMethods(target, context, model));
  if ("getResponse" in target) return replaceMembers(target, modelMethods(target, context, model));
  throw new CutpointError(
    "invalid-input",
    "target has neither getResponse nor getModel: expected a Model or a ModelProvider",
  );
}

function providerMethods(
  provider: ModelProvider,
  context: CallContext,
  model: string | undefined,
): ModelProvider {
  return {
    async getModel(name) {
      const inner = await provider.getModel(name);
      return replaceMembers(inner, modelMethods(inner, context, name ?? model));
    },
  };
}

function modelMethods(inner: Model, context: CallContext, model: string | undefined): Model {
  return {
    getResponse: async (request) =>
      usesServerContext(request)
        ? inner.getResponse(request)
        : respond(inner, context, request, model),
    getStreamedResponse: (request): AsyncIterable<StreamEvent> =>
      usesServerContext(request)
        ? inner.getStreamedResponse(request)
        : streamWithRetry(inner, async () => compactCall(context, request, model)),
  };
}

async function respond(
  inner: Model,
  context: CallContext,
  request: ModelRequest,
  model: string | undefined,
): Promise<ModelResponse> {
  let call = await compactCall(context, request, model);
  for (;;) {
    const { answer, failure } = await attempt(inner, call.request);
    const empty = answer === null ? null : emptyAnswer(answer);
    const next =
      answer !== null && empty === null
        ? null
        : await call.retryAfter(empty ?? failure, answer?.usage);
    if (next !== null) call = next;
    else if (answer !== null) return { ...answer, usage: await call.recordAnswer(answer) };
    else throw failure;
  }
}

async function attempt(
  inner: Model,
  request: ModelRequest,
): Promise<{ readonly answer: ModelResponse | null; readonly failure: unknown }> {
  try {
    return { answer: await inner.getResponse(request), failure: null };
  } catch (failure) {
    return { answer: null, failure };
  }
}
