import { type CompactionEvent, createCompactor } from "@cutpoint/core";
import {
  type CompactionOptions,
  createGuard,
  eventListener,
  type Guard,
  type GuardedCall,
  type HostCall,
  type KeptState,
  warningListener,
} from "@cutpoint/host-kit";
import type { AgentInputItem, RequestUsage } from "@openai/agents-core";
import { unitFormat } from "../items/unit-format.ts";
import type { FittedInput } from "./compacted-call.ts";
import { withDefaults } from "./compactor-defaults.ts";
import { reportProgress } from "./stream-progress.ts";
import { summaryUsage, usageOf } from "./usage.ts";
import { compactByProvider, itemsToSend } from "./provider-compaction.ts";
import type { ServerCompaction } from "./server-compaction.ts";

/** Compacts lists of items, and remembers the state and the usage of each conversation. */
export type AgentsCompactor = Guard<AgentInputItem> & {
  /** @throws the abort reason if the request's signal is aborted */
  readonly fit: (call: HostCall<AgentInputItem>) => Promise<FittedInput>;
};

export function createAgentsCompactor({
  conversationId,
  onWarning,
  serverCompaction,
  states,
  ...options
}: CompactionOptions & { readonly serverCompaction?: ServerCompaction }): AgentsCompactor {
  const listeners = { ...options, onWarning };
  const listen = eventListener(listeners);
  const onEvent = (event: CompactionEvent): void => {
    reportProgress(event);
    listen(event);
  };
  /** The usage of the provider's compactions that no call has counted, by the state of each. */
  const providerUsage = new WeakMap<KeptState<AgentInputItem>, readonly RequestUsage[]>();
  const guard = createGuard({
    compactor: createCompactor(withDefaults({ ...options, onEvent })),
    format: unitFormat,
    stateOptions: { conversationId, states },
    async keep(step, state) {
      const { items, usage } = await compactByProvider(step, serverCompaction, onEvent);
      const kept = items === undefined ? { state } : { state, providerItems: items };
      providerUsage.set(kept, usage);
      return kept;
    },
    show: (step, kept) => itemsToSend(step, kept?.providerItems, serverCompaction),
    onEvent,
    onWarning: warningListener(listeners),
  });
  return {
    ...guard,
    fit: async (call) => fitted(await guard.open(call)),
  };

  function fitted(call: GuardedCall<AgentInputItem>): FittedInput {
    const extraUsage = [...summaryUsage(call.outcome), ...takeUsage(call.kept)];
    return {
      items: call.messages,
      extraUsage,
      contextUsage: call.usage,
      async recover(error) {
        const next = await call.retryAfter(error);
        return next && fitted(next);
      },
      recordAnswer: async ({ usage }) => call.recordUsage(usageOf(usage)),
    };
  }

  function takeUsage(kept: KeptState<AgentInputItem> | null): readonly RequestUsage[] {
    const usage = (kept && providerUsage.get(kept)) ?? [];
    if (kept !== null) providerUsage.delete(kept);
    return usage;
  }
}
