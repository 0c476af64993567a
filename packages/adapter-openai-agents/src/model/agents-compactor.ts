import { createCompactor, type FitOptions } from "@cutpoint/core";
import {
  type CompactionOptions as HostCompactionOptions,
  createGuard,
  eventListener,
  type Guard,
  type GuardedCall,
} from "@cutpoint/host-kit";
import type { AgentInputItem, RequestUsage } from "@openai/agents-core";
import { answerText, unitFormat } from "../items/unit-format.ts";
import type { FittedInput } from "./compacted-call.ts";
import { withDefaults } from "./compactor-defaults.ts";
import { summaryUsage, usageOf } from "./usage.ts";
import { compactByProvider, itemsToSend } from "./provider-compaction.ts";
import type { ServerCompaction } from "./server-compaction.ts";
import { createStateStorage, type KeptState, type StateStorage } from "./state-storage.ts";

export type AgentsCompactorOptions = Omit<HostCompactionOptions, "stateStorage"> & {
  /** Stores compaction states between calls. Default: {@link createStateStorage}, in memory. */
  readonly stateStorage?: StateStorage;
};

/** Compacts lists of items, and remembers the state and the usage of each conversation. */
export type AgentsCompactor = Guard<AgentInputItem, KeptState> & {
  /** @throws the abort reason if the request's signal is aborted */
  readonly fit: (input: readonly AgentInputItem[], options: FitOptions) => Promise<FittedInput>;
};

export function createAgentsCompactor({
  onWarning,
  serverCompaction,
  stateStorage = createStateStorage(),
  ...options
}: AgentsCompactorOptions & { readonly serverCompaction?: ServerCompaction }): AgentsCompactor {
  const onEvent = eventListener({ ...options, onWarning });
  /** The usage of the provider's compactions that no call has counted, by the state of each. */
  const providerUsage = new WeakMap<KeptState, readonly RequestUsage[]>();
  const guard = createGuard({
    compactor: createCompactor(withDefaults({ ...options, onEvent })),
    format: unitFormat,
    stateStorage,
    stateOf: ({ state }: KeptState) => state,
    async keep(step, state) {
      const { items, usage } = await compactByProvider(step, serverCompaction, onEvent);
      const kept = items === undefined ? { state } : { state, providerItems: items };
      providerUsage.set(kept, usage);
      return kept;
    },
    show: (step, kept) => itemsToSend(step, kept?.providerItems, serverCompaction),
    onWarning,
  });
  return {
    ...guard,
    fit: async (messages, request) => fitted(await guard.open({ messages, options: request })),
  };

  function fitted(call: GuardedCall<AgentInputItem, KeptState>): FittedInput {
    const extraUsage = [...summaryUsage(call.outcome), ...takeUsage(call.kept)];
    return {
      items: call.messages,
      extraUsage,
      contextUsage: call.usage,
      async recover(error) {
        const next = await call.retryAfter(error);
        return next && fitted(next);
      },
      recordAnswer: async ({ output, usage }) =>
        call.recordAnswer(answerText(output), usageOf(usage)),
    };
  }

  function takeUsage(kept: KeptState | null): readonly RequestUsage[] {
    const usage = (kept && providerUsage.get(kept)) ?? [];
    if (kept !== null) providerUsage.delete(kept);
    return usage;
  }
}
