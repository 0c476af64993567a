import type { AssistantMessage, FitResult, CompactionState } from "@cutpoint/core";
import { isRecord } from "@cutpoint/core/kit";
import { createEmptyAnswer, findNewest, type RecentMap } from "@cutpoint/host-kit";
import type { AgentInputItem, ModelRequest, Usage } from "@openai/agents-core";
import { type AnswerUsage, type HostItems, hostItems } from "../items/host-items.ts";
import { nonEmptyText } from "../items/json.ts";
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
  { compactor, stateStorage, reports, server }: CallContext,
  request: ModelRequest,
  model: string | undefined,
): Promise<CompactedCall> {
  const input = inputItems(request);
  const attempt = detachAttempt(request);
  let host = hostItems(input, reports.get);
  const options = fitOptions(request, model);
  const before = await findState(stateStorage, host);
  // A summary includes old items, so all of them are compared before a compaction.
  if (compactor.needsCompaction(host, before?.state ?? null, options))
    host = hostItems(input, reports.get, "all");
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
      request: isSame(items, input) ? attempt : { ...attempt, input: items },
      async retryAfter(failure, reported) {
        if (!isFirst) return null;
        const state = stored?.state ?? null;
        const error = readFailure(failure, request, {
          reported,
          fullness: () => compactor.usage({ items: host.items, state }, options),
        });
        host = hostItems(input, reports.get, "all");
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

/**
 * Finds the state of the newest item that has one, otherwise that of an answer to a compacted request. With the latter,
 * the compactor can report a lost boundary.
 */
async function findState(
  stateStorage: StateStorage,
  { items, sources }: HostItems,
): Promise<KeptState | null> {
  const ids = items.map(({ id }) => id);
  const found = await findNewest(stateStorage, ids);
  if (found !== null) return found;
  const answers = items.flatMap(({ id, message }) => {
    const own = message.role === "assistant" ? sources.get(id)?.own : undefined;
    return own === undefined ? [] : [own];
  });
  return stateStorage.find(answerIds(answers).toReversed());
}

/** Returns the ids of answers. Providers that create no ids use `FAKE_ID`, which is ignored. */
function answerIds(items: readonly AgentInputItem[]): readonly string[] {
  return items.flatMap((item) => {
    const id = nonEmptyText(item.id) ?? ("callId" in item ? nonEmptyText(item.callId) : undefined);
    const isAnswer = projectionOf(item).role === "assistant";
    return id === undefined || id === "FAKE_ID" || !isAnswer ? [] : [`answer ${id}`];
  });
}

function isSame(items: readonly AgentInputItem[], input: readonly AgentInputItem[]): boolean {
  return items.length === input.length && items.every((item, index) => item === input[index]);
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
