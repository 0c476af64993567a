import { type CompactorOptions, createCompactor } from "@cutpoint/core";
import { eventListener, warningListener } from "./event-listener.ts";
import {
  type CompactionWarning,
  createGuard,
  type GuardedCall,
  type GuardParts,
  type HostCall,
} from "./guard.ts";
import type { StateOptions } from "./states/state-options.ts";
import type { UnitFormat } from "./unit-format.ts";
import { viewMessages } from "./unit-view.ts";
import { withOfflineFallback } from "./with-offline-fallback.ts";

/** The options of adapters whose host hands over the whole conversation with each request. */
export type CompactionOptions = Omit<CompactorOptions, "summarizer"> &
  StateOptions & {
    /**
     * One summarizer, a list that is tried in order, or a function of the plan. A summarizer or list is followed by the
     * offline one, so a model that fails does not end the app. The result of a function is used as it is. Default:
     * `createExtractiveSummarizer()` of `@cutpoint/extractive`.
     */
    readonly summarizer?: CompactorOptions["summarizer"];
    /**
     * Called for each warning about a request, for example a call without a result. Errors that it throws are ignored.
     */
    readonly onWarning?: (warning: CompactionWarning) => void;
  };

/**
 * Creates the guard of a host's calls. It finds the state of a conversation, compacts if needed, and stores the state.
 * Send the call that it returns with `sendGuarded`.
 *
 * @param around see `GuardParts`
 */
export function createGuardedCall<Unit, HostMessage>(
  options: CompactionOptions,
  format: UnitFormat<Unit, HostMessage>,
  around?: GuardParts<Unit, HostMessage>["around"],
): (call: HostCall<HostMessage>) => Promise<GuardedCall<HostMessage>> {
  const { conversationId, states, ...compactorOptions } = options;
  const { open } = createGuard<Unit, HostMessage>({
    compactor: createCompactor({
      ...compactorOptions,
      onEvent: eventListener(options),
      summarizer: withOfflineFallback(options.summarizer),
    }),
    format,
    stateOptions: { conversationId, states },
    show: ({ host, result }) => viewMessages(result.view, host, format),
    onEvent: options.onEvent,
    onWarning: warningListener(options),
    ...(around === undefined ? {} : { around }),
  });
  return open;
}
