import {
  type CompactionState,
  type CompactorOptions,
  createCompactor,
  type ViewWarning,
} from "@cutpoint/core";
import { modelCatalog } from "@cutpoint/models";
import {
  type CallContext,
  compactCall,
  type CompactedCall,
  type ModelCall,
} from "./compacted-call.ts";
import { type ContinuedMessages, createMessageComparer } from "./continued-messages.ts";
import { createStateFinder } from "./state-finder.ts";
import { createStateStorage, type StateStorage } from "./state-storage.ts";
import type { UnitFormat } from "./unit-format.ts";
import { createUnitMemory } from "./unit-items.ts";
import { withOfflineFallback } from "./with-offline-fallback.ts";

/** The options of adapters whose host hands over the whole conversation with each request. */
export type CompactionOptions = Omit<CompactorOptions, "summarizer"> & {
  /**
   * One summarizer, a list that is tried in order, or a function of the plan. A summarizer or list is followed by the
   * offline one, so a model that fails does not end the app. The result of a function is used as it is. Default:
   * `createExtractiveSummarizer()` of `@cutpoint/extractive`.
   */
  readonly summarizer?: CompactorOptions["summarizer"];
  /**
   * Stores compaction states between calls. Each compaction needs two ids, each answer one. Default:
   * `createStateStorage()` of `@cutpoint/host-kit`, in memory, 2,000 ids.
   */
  readonly stateStorage?: StateStorage<CompactionState>;
  /** Called for each warning about a request, for example a call without a result. Must not throw. */
  readonly onWarning?: (warning: ViewWarning) => void;
};

/** Compacts the calls of an adapter. See {@link compactCall}. */
export type CallCompactor<Wire> = (call: ModelCall<Wire>) => Promise<CompactedCall<Wire>>;

/** The same for messages that were compared with those of earlier requests. */
export type ContinuedCallCompactor<Wire> = (
  continued: ContinuedMessages<Wire>,
  call: Omit<ModelCall<Wire>, "messages">,
) => Promise<CompactedCall<Wire>>;

/** Creates the compactor behind an adapter: finds the state of a conversation, compacts, recovers, stores the state. */
export function createCallCompactor<Unit, Wire>(
  options: CompactionOptions,
  format: UnitFormat<Unit, Wire>,
): CallCompactor<Wire> {
  const compact = createContinuedCallCompactor(options, format);
  const compare = createMessageComparer<Wire>();
  return async (call) => compact(compare(call.messages, call.conversation ?? ""), call);
}

export function createContinuedCallCompactor<Unit, Wire>(
  options: CompactionOptions,
  format: UnitFormat<Unit, Wire>,
): ContinuedCallCompactor<Wire> {
  const {
    catalog = modelCatalog,
    onWarning = () => undefined,
    stateStorage = createStateStorage(),
    summarizer,
    ...compactorOptions
  } = options;
  const context: CallContext<Unit, Wire> = {
    compactor: createCompactor({
      ...compactorOptions,
      catalog,
      summarizer: withOfflineFallback(summarizer),
    }),
    format,
    stateStorage,
    findState: createStateFinder(stateStorage, (state) => state.compactedThrough),
    memory: createUnitMemory(),
    onWarning,
  };
  return async (continued, call) => compactCall(context, continued, call);
}
