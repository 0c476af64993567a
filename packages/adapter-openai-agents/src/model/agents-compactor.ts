import { type CompactionEvent, createCompactor } from "@cutpoint/core";
import {
  type CompactionOptions,
  createGuard,
  eventListener,
  type Guard,
  warningListener,
} from "@cutpoint/host-kit";
import type { AgentInputItem } from "@openai/agents-core";
import { unitFormat } from "../items/unit-format.ts";
import { withDefaults } from "./compactor-defaults.ts";
import { compactByProvider, itemsToSend } from "./provider-compaction.ts";
import type { ServerCompaction } from "./server-compaction.ts";
import { reportProgress } from "./stream-progress.ts";

/** Creates the guard of requests whose items are in the host's form. */
export function createAgentsCompactor({
  conversationId,
  onWarning,
  serverCompaction,
  states,
  ...options
}: CompactionOptions & {
  readonly serverCompaction?: ServerCompaction;
}): Guard<AgentInputItem> {
  const listeners = { ...options, onWarning };
  const listen = eventListener(listeners);
  const onEvent = (event: CompactionEvent): void => {
    reportProgress(event);
    listen(event);
  };
  return createGuard({
    compactor: createCompactor(withDefaults({ ...options, onEvent })),
    format: unitFormat,
    stateOptions: { conversationId, states },
    keep: (step, state) => compactByProvider(step, state, { server: serverCompaction, onEvent }),
    show: (step, kept) => itemsToSend(step, kept?.providerItems, serverCompaction),
    onEvent,
    onWarning: warningListener(listeners),
  });
}
