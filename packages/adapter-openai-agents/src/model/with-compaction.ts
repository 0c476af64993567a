import { invalidInput } from "@cutpoint/core/kit";
import type { Model, ModelProvider } from "@openai/agents-core";
import type { CompactionOptions as HostCompactionOptions } from "@cutpoint/host-kit";
import { createAgentsCompactor } from "./agents-compactor.ts";
import type { RequestHooks } from "./compacted-call.ts";
import { decorateModel, decorateProvider } from "./decorate-model.ts";
import { fitOptions, inputItems } from "./request-facts.ts";
import type { ServerCompaction } from "./server-compaction.ts";
import { reportProgress } from "./stream-progress.ts";

export type CompactionOptions = HostCompactionOptions & {
  /** The name of a decorated model. Default: the name passed to `getModel`. */
  readonly modelName?: string;
  /**
   * Lets the provider compact too. Models that support its items receive them. The readable summary is kept for other
   * models and for failures of the provider. See {@link createServerCompaction}. Default: none.
   */
  readonly serverCompaction?: ServerCompaction;
};

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
  const { modelName, ...compactorOptions } = options;
  const fit = createFit(compactorOptions);
  const hooks = { fit: async (...request: Parameters<RequestHooks["fit"]>) => fit(...request) };
  if (typeof target === "object" && target !== null) {
    if ("getModel" in target) return decorateProvider(target, hooks, modelName) as Target;
    if ("getResponse" in target) return decorateModel(target, modelName, hooks) as Target;
  }
  throw invalidInput("target", target, "expected a Model or a ModelProvider");
}

/** Compacts requests for all runs and models. */
export function createFit(
  options: Omit<CompactionOptions, "modelName">,
): (
  ...request: [...Parameters<RequestHooks["fit"]>, conversationId?: string]
) => ReturnType<RequestHooks["fit"]> {
  const compactor = createAgentsCompactor(options, { onProgress: reportProgress });
  return async (request, model, conversationId) =>
    compactor.open({
      messages: inputItems(request),
      options: fitOptions(request, model),
      conversationId,
    });
}
