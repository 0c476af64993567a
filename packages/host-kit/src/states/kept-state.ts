import type { CompactionState } from "@cutpoint/core";

/** A compaction state as adapters store it. Plain JSON. */
export type KeptState<HostMessage = unknown> = {
  readonly state: CompactionState;
  /** The provider's own messages for what the state compacted, if there are any. */
  readonly providerItems?: readonly HostMessage[];
};
