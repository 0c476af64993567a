import { type CompactionEvent, type CompactorOptions, createCompactor } from "@cutpoint/core";
import { eventListener, warningListener } from "./event-listener.ts";
import {
  type CompactionWarning,
  createGuard,
  type Guard,
  type GuardedCall,
  type GuardParts,
  type HostCall,
} from "./guard.ts";
import type { ReaderFormat } from "./host-reader.ts";
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

/** What an adapter does besides compacting. */
export type GuardHooks<HostMessage> = Pick<GuardParts<never, HostMessage>, "around" | "keep"> & {
  /** Receives each event before the app's listener. */
  readonly onProgress?: (event: CompactionEvent) => void;
};

/**
 * Creates the guard of a host's calls. It finds the state of a conversation, compacts if needed, and stores the state.
 * Send the call that it returns with `sendGuarded`.
 */
export function createGuardedCall<Unit, HostMessage>(
  options: CompactionOptions,
  format: UnitFormat<Unit, HostMessage>,
  hooks: GuardHooks<HostMessage> = {},
): (call: HostCall<HostMessage>) => Promise<GuardedCall<HostMessage>> {
  const show: GuardParts<Unit, HostMessage>["show"] = ({ host, result }) =>
    viewMessages(result.view, host, format);
  return createHostGuard(options, format, { ...hooks, show }).open;
}

/** Creates a guard that also reads conversations, and whose adapter converts the views. See {@link createGuardedCall}. */
export function createHostGuard<Unit, HostMessage>(
  options: CompactionOptions,
  format: ReaderFormat<Unit, HostMessage>,
  { onProgress, ...hooks }: GuardHooks<HostMessage> & Pick<GuardParts<Unit, HostMessage>, "show">,
): Guard<HostMessage> {
  const { conversationId, states, ...compactorOptions } = options;
  const listen = eventListener(options);
  const onEvent = (event: CompactionEvent): void => {
    onProgress?.(event);
    listen(event);
  };
  const summarizer = withOfflineFallback(options.summarizer);
  return createGuard({
    ...hooks,
    compactor: createCompactor({ ...compactorOptions, onEvent, summarizer }),
    format,
    stateOptions: { conversationId, states },
    onEvent,
    onWarning: warningListener(options),
  });
}
