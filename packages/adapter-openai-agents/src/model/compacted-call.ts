import type { AssistantMessage, FitResult, CompactionState } from "@cutpoint/core";
import { isRecord } from "@cutpoint/core/kit";
import { createEmptyAnswer, type RecentMap } from "@cutpoint/host-kit";
import type { ModelRequest, Usage } from "@openai/agents-core";
import type { AnswerUsage, ItemReader } from "../items/host-items.ts";
import { projectionOf } from "../items/projection.ts";
import {
  type Answer,
  type ExtraUsage,
  addExtraUsage,
  overflowUsage,
  extraUsageOf,
  usageOf,
} from "./extra-usage.ts";
import type { AgentsCompactor } from "./agents-compactor.ts";
import { answerIds, type HostStateFinder } from "./find-state.ts";
import type { KeptState, StateStorage } from "./state-storage.ts";
import { fitOptions, inputItems, detachAttempt } from "./request-facts.ts";
import { readFailure } from "./incomplete-answer.ts";
import type { ProviderCompaction } from "./provider-compaction.ts";

/** Shared by the calls of a decorated model, for all runs. */
export type CallContext = {
  readonly compactor: AgentsCompactor;
  readonly stateStorage: StateStorage;
  /** The usage of answers, by the id of the item that they answer. */
  readonly reports: RecentMap<AnswerUsage>;
  readonly readItems: ItemReader;
  readonly findState: HostStateFinder;
  readonly server: ProviderCompaction;
};

/** A call to a model with a request that fits the window. */
export type CompactedCall = {
  readonly request: ModelRequest;
  /**
   * Returns the call to make after a failure or an empty answer. Returns `null` if that is not an overflow, if nothing
   * became smaller, or if this is the second attempt.
   *
   * @param reported the usage of the failed attempt, if the provider reported it
   */
  readonly retryAfter: (failure: unknown, reported?: unknown) => Promise<CompactedCall | null>;
  /** Records an answer, and returns its usage together with that of summaries and failed attempts. */
  readonly recordAnswer: (answer: Answer) => Promise<Usage>;
};

/**
 * Compacts the input of a request if needed. Returns the original request otherwise.
 *
 * @throws the abort reason if the request's signal is aborted
 */
export async function compactCall(
  { compactor, findState, readItems, reports, server, stateStorage }: CallContext,
  request: ModelRequest,
  model: string | undefined,
): Promise<CompactedCall> {
  const input = inputItems(request);
  const attempt = detachAttempt(request);
  let host = readItems(input);
  const options = fitOptions(request, model);
  const before = await findState(host);
  // A summary includes old items, so all of them are compared before a compaction.
  if (compactor.needsCompaction(host, before?.state ?? null, options))
    host = readItems(input, "all");
  const fitted = await compactor.fit(host, before?.state ?? null, options);
  return createCall(before, fitted, [], true);

  async function createCall(
    previous: KeptState | null,
    fitted: FitResult,
    earlier: readonly ExtraUsage[],
    isFirst: boolean,
  ): Promise<CompactedCall> {
    request.signal?.throwIfAborted();
    const provided = await server.compact(host, previous, fitted, options);
    const stored = await saveState(previous, fitted.state, provided.items);
    const extraUsage = [...earlier, ...extraUsageOf(fitted.outcome), ...provided.extraUsage];
    const items = server.itemsToSend(host, fitted, stored?.providerItems, model);
    return {
      request: items === host.input ? attempt : { ...attempt, input: [...items] },
      async retryAfter(failure, reported) {
        if (!isFirst) return null;
        const state = stored?.state ?? null;
        const error = readFailure(failure, request, {
          reported,
          fullness: () => compactor.usage({ items: host.items, state }, options),
        });
        host = readItems(input, "all");
        const recovered = await compactor.recover(host, state, error, options);
        if (!recovered.retry) return null;
        return createCall(stored, recovered, [...extraUsage, overflowUsage(reported)], false);
      },
      async recordAnswer({ output, usage }) {
        const last = host.items.at(-1)?.id;
        const tokenUsage = usageOf(usage);
        if (last !== undefined && tokenUsage !== undefined)
          reports.set(last, { usage: tokenUsage, model });
        if (stored !== null && stored.state.compactedThrough !== null)
          await stateStorage.save(answerIds(output), stored);
        return addExtraUsage(usage, extraUsage);
      },
    };
  }

  async function saveState(
    previous: KeptState | null,
    state: CompactionState | null,
    providerItems: KeptState["providerItems"],
  ): Promise<KeptState | null> {
    const last = host.items.at(-1)?.id;
    if (state === null || last === undefined) return null;
    if (state === previous?.state) return previous;
    const { compactedThrough } = state;
    const stored: KeptState = providerItems === undefined ? { state } : { state, providerItems };
    await stateStorage.save(compactedThrough === null ? [last] : [compactedThrough, last], stored);
    return stored;
  }
}

/** Returns an answer without content in the form that detects an overflow; `null` for other answers. */
export function emptyAnswer({ output, usage, providerData }: Answer): AssistantMessage | null {
  const hasContent = output.some((item) =>
    projectionOf(item).parts.some(
      (part) => part.type !== "reasoning" && !(part.type === "text" && part.text.trim() === ""),
    ),
  );
  const tokenUsage = usageOf(usage);
  if (hasContent || tokenUsage === undefined) return null;
  return createEmptyAnswer(
    tokenUsage,
    isRecord(providerData) && providerData["status"] === "incomplete",
  );
}
