import { CutpointError } from "@cutpoint/core";
import type {
  Model,
  ModelProvider,
  ModelRequest,
  ModelResponse,
  StreamEvent,
} from "@openai/agents-core";
import { compactedCall, type Shared, silentAnswer } from "./compacted-call.ts";
import { createAgentsCompactor, type AgentsCompactorOptions } from "./agents-compactor.ts";
import { createStateStorage, createMemory, type StateStorage } from "./state-storage.ts";
import { replaceMembers } from "./replace-members.ts";
import { isHeldByServer } from "./request-facts.ts";
import type { ServerCompaction } from "./server-compaction.ts";
import { createProviderCompaction } from "./provider-compaction.ts";
import { streamed } from "./streamed-response.ts";

export type CompactionOptions = AgentsCompactorOptions & {
  /** The model's name, where a model is decorated; a provider is asked for models by name. */
  readonly model?: string;
  /** Where marks are kept between calls. Default: {@link createStateStorage}, for this process. */
  readonly stateStorage?: StateStorage;
  /**
   * Lets the provider compact too: its own models are sent what it makes; the readable summary is kept beside it, for other
   * models and where the provider fails. See {@link createServerCompaction}.
   */
  readonly serverCompaction?: ServerCompaction;
};

/** Answers whose usage is remembered. */
const MOST_REPORTS = 2000;

/**
 * A model, or a provider of models, whose requests are kept within the context window: compacted before a request where
 * that is due, and once after the provider has refused one for its size, unless something of the answer was passed on.
 *
 * What the runner, its sessions and its hooks see stays as it is: the input is not changed for them, nothing of a summary
 * is streamed or stored. All other members are those of the original. Where the provider holds the context
 * (`previousResponseId`, `conversationId`, `prompt`) nothing is done.
 *
 * @throws `invalid-input` for what is neither a model nor a provider
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
  const shared: Shared = {
    compactor: createAgentsCompactor(compactorOptions),
    stateStorage,
    reports: createMemory(MOST_REPORTS),
    server: createProviderCompaction(serverCompaction, options.onEvent ?? (() => undefined)),
  };
  if ("getModel" in target) return replaceMembers(target, providerVerbs(target, shared, model));
  if ("getResponse" in target) return replaceMembers(target, modelVerbs(target, shared, model));
  throw new CutpointError(
    "invalid-input",
    "the target has neither getResponse nor getModel: it should be a Model or a ModelProvider",
  );
}

function providerVerbs(
  provider: ModelProvider,
  shared: Shared,
  model: string | undefined,
): ModelProvider {
  return {
    async getModel(name) {
      const inner = await provider.getModel(name);
      return replaceMembers(inner, modelVerbs(inner, shared, name ?? model));
    },
  };
}

function modelVerbs(inner: Model, shared: Shared, model: string | undefined): Model {
  return {
    getResponse: async (request) =>
      isHeldByServer(request)
        ? inner.getResponse(request)
        : response(inner, shared, request, model),
    getStreamedResponse: (request): AsyncIterable<StreamEvent> =>
      isHeldByServer(request)
        ? inner.getStreamedResponse(request)
        : streamed(inner, async () => compactedCall(shared, request, model)),
  };
}

async function response(
  inner: Model,
  shared: Shared,
  request: ModelRequest,
  model: string | undefined,
): Promise<ModelResponse> {
  let call = await compactedCall(shared, request, model);
  for (;;) {
    const { answer, failure } = await attempt(inner, call.request);
    const silent = answer === null ? null : silentAnswer(answer);
    const next =
      answer !== null && silent === null
        ? null
        : await call.retryAfter(silent ?? failure, answer?.usage);
    if (next !== null) call = next;
    else if (answer !== null) return { ...answer, usage: await call.answered(answer) };
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
