import { CutpointError } from "@cutpoint/core";
import { createRecentMap } from "@cutpoint/host-kit";
import type { Model, ModelProvider, ModelRequest } from "@openai/agents-core";
import { type AnswerUsage, createItemReader } from "../items/host-items.ts";
import { createAgentsCompactor, type AgentsCompactorOptions } from "./agents-compactor.ts";
import { compactCall, type CallContext, type CompactedCall } from "./compacted-call.ts";
import { decorateModel, decorateProvider, type OpenCall } from "./decorate-model.ts";
import { addExtraUsage } from "./extra-usage.ts";
import { createHostStateFinder } from "./find-state.ts";
import { createProviderCompaction } from "./provider-compaction.ts";
import { usesServerContext } from "./request-facts.ts";
import type { ServerCompaction } from "./server-compaction.ts";
import { createStateStorage, type StateStorage } from "./state-storage.ts";

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
  const open = createOpenCall(options);
  if ("getModel" in target) return decorateProvider(target, open, options.model) as Target;
  if ("getResponse" in target) return decorateModel(target, options.model, open) as Target;
  throw new CutpointError(
    "invalid-input",
    "target has neither getResponse nor getModel: expected a Model or a ModelProvider",
  );
}

/** Compacts requests for all runs and models. Requests whose context is on the server are unchanged. */
export function createOpenCall(options: CompactionOptions): OpenCall {
  const {
    model: _model,
    stateStorage = createStateStorage(),
    serverCompaction,
    ...compactorOptions
  } = options;
  const reports = createRecentMap<AnswerUsage>(MAX_REPORTS);
  const context: CallContext = {
    compactor: createAgentsCompactor(compactorOptions),
    stateStorage,
    findState: createHostStateFinder(stateStorage),
    reports,
    readItems: createItemReader(reports.get),
    server: createProviderCompaction(serverCompaction, options.onEvent ?? (() => undefined)),
  };
  return async (request, model) =>
    usesServerContext(request) ? unchangedCall(request) : compactCall(context, request, model);
}

function unchangedCall(request: ModelRequest): CompactedCall {
  return {
    request,
    retryAfter: async () => null,
    recordAnswer: async ({ usage }) => addExtraUsage(usage, []),
  };
}
