import {
  type CompactionOptions,
  createHostGuard,
  type Guard,
  type GuardHooks,
} from "@cutpoint/host-kit";
import type { AgentInputItem } from "@openai/agents-core";
import { unitFormat } from "../items/unit-format.ts";
import { withDefaults } from "./compactor-defaults.ts";
import { compactByProvider, itemsToSend } from "./provider-compaction.ts";
import type { ServerCompaction } from "./server-compaction.ts";

/** Creates the guard of requests whose items are in the host's form. */
export function createAgentsCompactor(
  {
    serverCompaction: server,
    ...options
  }: CompactionOptions & { readonly serverCompaction?: ServerCompaction },
  hooks: Pick<GuardHooks<AgentInputItem>, "onProgress"> = {},
): Guard<AgentInputItem> {
  return createHostGuard(withDefaults(options), unitFormat, {
    keep: (step, state, onEvent) => compactByProvider(step, state, { server, onEvent }),
    show: (step, kept) => itemsToSend(step, kept?.providerItems, server),
    ...hooks,
  });
}
