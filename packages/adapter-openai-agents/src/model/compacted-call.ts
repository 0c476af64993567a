import type { AssistantMessage, FitResult, CompactionState, FitOutcome } from "@cutpoint/core";
import type { AgentInputItem, ModelRequest, Usage } from "@openai/agents-core";
import { type Answered, type HostItems, hostItems } from "../items/host-items.ts";
import { isRecord, someText } from "../items/json.ts";
import { projectionOf } from "../items/projection.ts";
import {
  type Answer,
  type ExtraUsage,
  addExtraUsage,
  overflowUsage,
  summaryUsages,
  usageOf,
} from "./extra-usage.ts";
import type { AgentsCompactor } from "./agents-compactor.ts";
import type { KeptState, StateStorage, Memory } from "./state-storage.ts";
import { fitOptions, inputItems, ownAttempt } from "./request-facts.ts";
import { readFailure } from "./incomplete-answer.ts";
import type { ProviderCompaction } from "./provider-compaction.ts";

/** What the calls of a decorated model share; nothing of it belongs to a run. */
export type Shared = {
  readonly compactor: AgentsCompactor;
  readonly stateStorage: StateStorage;
  /** What an answer took, by the id of the item that it answers. */
  readonly reports: Memory<Answered>;
  readonly server: ProviderCompaction;
};

/** A call to a model as it is to be made now. */
export type CompactedCall = {
  readonly request: ModelRequest;
  /**
   * The call to make instead, after an error, or an answer that says nothing, shows that the request was too large; `null`
   * where it shows no such thing, nothing became smaller, or this is the second attempt.
   *
   * @param reported what the failed attempt took, where it told
   */
  readonly retryAfter: (failure: unknown, reported?: unknown) => Promise<CompactedCall | null>;
  /** Remembers an answer, and gives its usage with all that was taken for it. */
  readonly answered: (answer: Answer) => Promise<Usage>;
};

/**
 * Compacts the input of a request where that is due. A request that needs nothing is given back as it is.
 *
 * @throws what the request's signal was aborted with
 */
export async function compactedCall(
  { compactor, stateStorage, reports, server }: Shared,
  request: ModelRequest,
  model: string | undefined,
): Promise<CompactedCall> {
  const input = inputItems(request);
  const attempt = ownAttempt(request);
  const host = hostItems(input, reports.get);
  const options = fitOptions(request, model);
  const before = await findState(stateStorage, host);
  const fitted = await compactor.fit(host, before?.state ?? null, options);
  return callAfter(before, fitted, [], true);

  async function callAfter(
    known: KeptState | null,
    fitted: FitResult,
    earlier: readonly ExtraUsage[],
    isFirst: boolean,
  ): Promise<CompactedCall> {
    request.signal?.throwIfAborted();
    const made = await server.compacted(host, known, fitted, options);
    const kept = await keepState(known, fitted.state, made.items);
    const extraUsage = [...earlier, ...extraUsageOf(fitted.outcome), ...made.extraUsage];
    const items = server.shown(host, fitted, kept?.providerItems, model);
    return {
      request: isSame(items, input) ? attempt : { ...attempt, input: items },
      async retryAfter(failure, reported) {
        if (!isFirst) return null;
        const state = kept?.state ?? null;
        const error = readFailure(failure, request, {
          reported,
          fullness: () => compactor.usage({ items: host.items, state }, options),
        });
        const again = await compactor.recover(host, state, error, options);
        if (!again.retry) return null;
        return callAfter(kept, again, [...extraUsage, overflowUsage(reported)], false);
      },
      async answered({ output, usage }) {
        const last = host.items.at(-1)?.id;
        const taken = usageOf(usage);
        if (last !== undefined && taken !== undefined) reports.set(last, { usage: taken, model });
        if (kept !== null && kept.state.compactedThrough !== null)
          await stateStorage.save(answerIds(output), kept);
        return addExtraUsage(usage, extraUsage);
      },
    };
  }

  async function keepState(
    known: KeptState | null,
    state: CompactionState | null,
    made: KeptState["providerItems"],
  ): Promise<KeptState | null> {
    const last = host.items.at(-1)?.id;
    if (state === null || last === undefined) return null;
    if (state === known?.state) return known;
    const { compactedThrough } = state;
    const kept: KeptState = made === undefined ? { state } : { state, providerItems: made };
    await stateStorage.save(compactedThrough === null ? [last] : [compactedThrough, last], kept);
    return kept;
  }
}

/** The newest ids, under one of which the state of a conversation that goes on is found. */
const FIRST_ASKED = 16;

/**
 * The state of a conversation: that of its newest item that has one; else that of an answer which was given to a
 * compacted request, so that it can be said that the state no longer stands on anything.
 */
async function findState(
  stateStorage: StateStorage,
  { items, sources }: HostItems,
): Promise<KeptState | null> {
  const ids = items.map(({ id }) => id).toReversed();
  const known =
    (await stateStorage.find(ids.slice(0, FIRST_ASKED))) ??
    (ids.length > FIRST_ASKED ? await stateStorage.find(ids.slice(FIRST_ASKED)) : null);
  if (known !== null) return known;
  const answers = items.flatMap(({ id, message }) => {
    const own = message.role === "assistant" ? sources.get(id)?.own : undefined;
    return own === undefined ? [] : [own];
  });
  return stateStorage.find(answerIds(answers).toReversed());
}

/** Ids that a provider made up for what it said; one that makes up none is not looked up. */
function answerIds(items: readonly AgentInputItem[]): readonly string[] {
  return items.flatMap((item) => {
    const id = someText(item.id) ?? ("callId" in item ? someText(item.callId) : undefined);
    const isAnswer = projectionOf(item).role === "assistant";
    return id === undefined || id === "FAKE_ID" || !isAnswer ? [] : [`answer ${id}`];
  });
}

/** What the summarizer of a compaction took. */
export function extraUsageOf(outcome: FitOutcome): readonly ExtraUsage[] {
  switch (outcome.type) {
    case "compacted":
      return summaryUsages(outcome.receipt.attempts);
    case "failed":
      return summaryUsages(outcome.error.failure?.attempts ?? []);
    default:
      return [];
  }
}

function isSame(items: readonly AgentInputItem[], input: readonly AgentInputItem[]): boolean {
  return items.length === input.length && items.every((item, index) => item === input[index]);
}

/** An answer that says nothing, in words that tell whether its request did not fit; `null` for one that says something. */
export function silentAnswer({ output, usage, providerData }: Answer): AssistantMessage | null {
  const isSaying = output.some((item) =>
    projectionOf(item).parts.some(
      (part) => part.type !== "reasoning" && !(part.type === "text" && part.text.trim() === ""),
    ),
  );
  const taken = usageOf(usage);
  if (isSaying || taken === undefined) return null;
  const isCut = isRecord(providerData) && providerData["status"] === "incomplete";
  return { role: "assistant", parts: [], usage: taken, finishReason: isCut ? "length" : "stop" };
}
