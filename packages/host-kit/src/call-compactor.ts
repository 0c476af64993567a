import {
  type CompactionState,
  type CompactorOptions,
  createCompactor,
  type ViewWarning,
} from "@cutpoint/core";
import { modelCatalog } from "@cutpoint/core/models";
import {
  type CallContext,
  compactCall,
  type CompactedCall,
  type ModelCall,
} from "./compacted-call.ts";
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
export type CallCompactor<Unit> = (call: ModelCall<Unit>) => Promise<CompactedCall<Unit>>;

/** Creates the compactor behind an adapter: finds the state of a conversation, compacts, recovers, stores the state. */
export function createCallCompactor<Unit>(
  options: CompactionOptions,
  format: UnitFormat<Unit>,
): CallCompactor<Unit> {
  const {
    catalog = modelCatalog,
    onWarning = () => undefined,
    stateStorage = createStateStorage(),
    summarizer,
    ...compactorOptions
  } = options;
  const context: CallContext<Unit> = {
    compactor: createCompactor({
      ...compactorOptions,
      catalog,
      summarizer: withOfflineFallback(summarizer),
    }),
    format,
    stateStorage,
    memory: createUnitMemory(),
    onWarning,
  };
  return (call) => compactCall(context, call);
}
