import { createCompactor, type FitOptions, type FitResult, type TokenUsage } from "@cutpoint/core";
import {
  type CompactionOptions as HostCompactionOptions,
  createRecentMap,
  createStateFinder,
} from "@cutpoint/host-kit";
import type { AgentInputItem } from "@openai/agents-core";
import { type AnswerUsage, createItemReader } from "../items/host-items.ts";
import { nonEmptyText } from "../items/json.ts";
import { projectionOf } from "../items/projection.ts";
import type { FittedInput } from "./compacted-call.ts";
import { withDefaults } from "./compactor-defaults.ts";
import { summaryUsage, usageOf } from "./usage.ts";
import { compactByProvider, type FittedItems, itemsToSend } from "./provider-compaction.ts";
import type { ServerCompaction } from "./server-compaction.ts";
import { createStateStorage, type KeptState, type StateStorage } from "./state-storage.ts";

export type AgentsCompactorOptions = Omit<HostCompactionOptions, "stateStorage"> & {
  /** Stores compaction states between calls. Default: {@link createStateStorage}, in memory. */
  readonly stateStorage?: StateStorage;
};

/** Compacts lists of items, and remembers the state and the usage of each conversation. */
export type AgentsCompactor = {
  /** Returns the items, and the state of their conversation. */
  readonly read: (
    input: readonly AgentInputItem[],
  ) => Promise<Pick<FittedItems, "before" | "host">>;
  /** @throws the abort reason if the request's signal is aborted */
  readonly fit: (
    input: readonly AgentInputItem[],
    request: FitOptions,
  ) => Promise<FittedInput & Pick<FitResult, "outcome">>;
  /** Remembers the usage of the answer to an item. It measures the context. */
  readonly recordUsage: (
    itemId: string | undefined,
    usage: TokenUsage | undefined,
    model: string | undefined,
  ) => void;
};

/** The answers whose usage is remembered. A usage has no text. */
const REPORTS = { entries: 2000, characters: 0 };

export function createAgentsCompactor(
  options: AgentsCompactorOptions & { readonly serverCompaction?: ServerCompaction },
): AgentsCompactor {
  const {
    onWarning = () => undefined,
    serverCompaction,
    stateStorage = createStateStorage(),
    ...rest
  } = options;
  const { onEvent = () => undefined } = options;
  const compactor = createCompactor(withDefaults(rest));
  const reports = createRecentMap<AnswerUsage>(REPORTS);
  const readItems = createItemReader(reports.get);
  const findState = createStateFinder(stateStorage, ({ state }) => state.compactedThrough);

  const recordUsage: AgentsCompactor["recordUsage"] = (itemId, usage, model) => {
    if (itemId !== undefined && usage !== undefined) reports.set(itemId, { usage, model });
  };

  async function read(
    input: readonly AgentInputItem[],
  ): Promise<Pick<FittedItems, "before" | "host">> {
    const host = readItems(input);
    return { host, before: await findState(host.items, () => answerIds(input)) };
  }

  return {
    read,
    recordUsage,
    async fit(input, request) {
      const { before, host } = await read(input);
      const state = before?.state ?? null;
      const isDue = compactor.plan({ items: host.items, state }, request).type !== "no-plan";
      // A summary includes old items, so all of them are compared before a compaction.
      const compared = isDue ? readItems(input, "all") : host;
      const result = await compactor.fit({ items: compared.items, state }, request);
      return fitted({ before, host: compared, request, result });
    },
  };

  async function fitted(call: FittedItems): ReturnType<AgentsCompactor["fit"]> {
    const { host, request, result } = call;
    result.warnings.forEach(onWarning);
    request.signal?.throwIfAborted();
    const provided = await compactByProvider(call, serverCompaction, onEvent);
    const kept = await saveState(stateStorage, call, provided.items);
    const state = kept?.state ?? null;
    const items = itemsToSend(call, kept?.providerItems, serverCompaction);
    return {
      outcome: result.outcome,
      items: items === host.input ? null : items,
      extraUsage: [...summaryUsage(result.outcome), ...provided.usage],
      contextUsage: () => compactor.usage({ items: host.items, state }, request),
      async recover(error) {
        const compared = readItems(host.input, "all");
        const recovered = await compactor.recover({ items: compared.items, state }, error, request);
        if (recovered.retry)
          return fitted({ host: compared, before: kept, request, result: recovered });
        recovered.warnings.forEach(onWarning);
        await saveState(stateStorage, { ...call, before: kept, result: recovered }, undefined);
        return null;
      },
      async recordAnswer({ output, usage }) {
        recordUsage(host.items.at(-1)?.id, usageOf(usage), request.model);
        if (kept !== null && kept.state.compactedThrough !== null)
          await stateStorage.save(answerIds(output), kept);
      },
    };
  }
}

/** Stores the state after a call, if it has changed. Returns the state to use. */
async function saveState(
  storage: StateStorage,
  { before, host, result: { state } }: FittedItems,
  providerItems: KeptState["providerItems"],
): Promise<KeptState | null> {
  const last = host.items.at(-1)?.id;
  if (state === null || last === undefined) return null;
  if (state === before?.state) return before;
  const { compactedThrough } = state;
  const kept: KeptState = providerItems === undefined ? { state } : { state, providerItems };
  // If the app drops a question that was not answered, the answer before it finds the state.
  const answer = host.items.findLast(({ message }) => message.role === "assistant");
  await storage.save([compactedThrough ?? answer?.id ?? last, last], kept);
  return kept;
}

/** Returns the ids of the answers in a list. Providers that create no ids use `FAKE_ID`, which is ignored. */
function answerIds(items: readonly AgentInputItem[]): readonly string[] {
  return items.flatMap((item) => {
    const id = nonEmptyText(item.id) ?? ("callId" in item ? nonEmptyText(item.callId) : undefined);
    const isAnswer = projectionOf(item).role === "assistant";
    return id === undefined || id === "FAKE_ID" || !isAnswer ? [] : [`answer ${id}`];
  });
}
