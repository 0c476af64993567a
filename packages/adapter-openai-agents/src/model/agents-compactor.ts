import {
  type CompactionState,
  type CompactorOptions,
  createCompactor,
  type FitOptions,
  type FitResult,
  type TokenUsage,
  type ViewWarning,
} from "@cutpoint/core";
import { createRecentMap, createStateFinder } from "@cutpoint/host-kit";
import type { AgentInputItem } from "@openai/agents-core";
import { type AnswerUsage, createItemReader, type HostItems } from "../items/host-items.ts";
import { answerIds } from "./answer-ids.ts";
import type { FittedInput } from "./compacted-call.ts";
import { withDefaults } from "./compactor-defaults.ts";
import { summaryUsage, usageOf } from "./extra-usage.ts";
import { createProviderCompaction } from "./provider-compaction.ts";
import type { ServerCompaction } from "./server-compaction.ts";
import { createStateStorage, type KeptState, type StateStorage } from "./state-storage.ts";

export type AgentsCompactorOptions = Omit<CompactorOptions, "summarizer"> & {
  /**
   * One summarizer, a list that is tried in order, or a function of the plan. A summarizer or list is followed by the
   * offline one, so a model that fails does not end a run. The result of a function is used as it is. Default:
   * `createExtractiveSummarizer()`.
   */
  readonly summarizer?: CompactorOptions["summarizer"];
  /** Stores compaction states between calls. Default: {@link createStateStorage}, in memory. */
  readonly stateStorage?: StateStorage;
  /** Called for each warning about a view, for example a call without a result. Must not throw. */
  readonly onWarning?: (warning: ViewWarning) => void;
};

/** A list of items, and the state of its conversation. */
type KnownItems = { readonly host: HostItems; readonly kept: KeptState | null };

/** Compacts lists of items, and remembers the state and the usage of each conversation. */
export type AgentsCompactor = {
  readonly read: (input: readonly AgentInputItem[]) => Promise<KnownItems>;
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

/** The number of answers whose usage is remembered. */
const MAX_REPORTS = 2000;

export function createAgentsCompactor(
  options: AgentsCompactorOptions,
  serverCompaction?: ServerCompaction,
): AgentsCompactor {
  const { onWarning = () => undefined, stateStorage = createStateStorage(), ...rest } = options;
  const compactor = createCompactor(withDefaults(rest));
  const server = createProviderCompaction(serverCompaction, options.onEvent ?? (() => undefined));
  const reports = createRecentMap<AnswerUsage>(MAX_REPORTS);
  const readItems = createItemReader(reports.get);
  const findState = createStateFinder(stateStorage, ({ state }) => state.compactedThrough);

  const recordUsage: AgentsCompactor["recordUsage"] = (itemId, usage, model) => {
    if (itemId !== undefined && usage !== undefined) reports.set(itemId, { usage, model });
  };

  async function read(input: readonly AgentInputItem[]): Promise<KnownItems> {
    const host = readItems(input);
    return { host, kept: await findState(host.items, () => answerIds(input)) };
  }

  return {
    read,
    recordUsage,
    async fit(input, request) {
      const { host, kept } = await read(input);
      const state = kept?.state ?? null;
      const isDue = compactor.plan({ items: host.items, state }, request).type !== "no-plan";
      // A summary includes old items, so all of them are compared before a compaction.
      const compared = isDue ? readItems(input, "all") : host;
      const result = await compactor.fit({ items: compared.items, state }, request);
      return fitted(request, { host: compared, kept }, result);
    },
  };

  async function fitted(
    request: FitOptions,
    { host, kept: before }: KnownItems,
    result: FitResult,
  ): ReturnType<AgentsCompactor["fit"]> {
    const { outcome, warnings } = result;
    warnings.forEach(onWarning);
    request.signal?.throwIfAborted();
    const provided = await server.compact(host, before, result, request);
    const kept = await save(host, before, { ...result, providerItems: provided.items });
    const state = kept?.state ?? null;
    const items = server.itemsToSend(host, result, kept?.providerItems, request.model);
    return {
      outcome,
      items: items === host.input ? null : items,
      extraUsage: [...summaryUsage(outcome), ...provided.extraUsage],
      contextUsage: () => compactor.usage({ items: host.items, state }, request),
      async recover(error) {
        const compared = readItems(host.input, "all");
        const recovered = await compactor.recover({ items: compared.items, state }, error, request);
        if (recovered.retry) return fitted(request, { host: compared, kept }, recovered);
        recovered.warnings.forEach(onWarning);
        return null;
      },
      async recordAnswer({ output, usage }) {
        recordUsage(host.items.at(-1)?.id, usageOf(usage), request.model);
        if (kept !== null && kept.state.compactedThrough !== null)
          await stateStorage.save(answerIds(output), kept);
      },
    };
  }

  async function save(
    { items }: HostItems,
    before: KeptState | null,
    { providerItems, state }: SavedState,
  ): Promise<KeptState | null> {
    const last = items.at(-1)?.id;
    if (state === null || last === undefined) return null;
    if (state === before?.state) return before;
    const { compactedThrough } = state;
    const kept: KeptState = providerItems === undefined ? { state } : { state, providerItems };
    await stateStorage.save(compactedThrough === null ? [last] : [compactedThrough, last], kept);
    return kept;
  }
}

type SavedState = {
  readonly state: CompactionState | null;
  readonly providerItems: KeptState["providerItems"];
};
