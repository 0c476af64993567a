import { useEffect } from "preact/hooks";
import type { Engine } from "./engine-client.ts";
import type { PageState } from "./state.ts";

/** Describes the selected compaction if it has no description. Waits for the end of a replay. */
export function useDescriptions(state: PageState, engine: Engine): void {
  const compaction = state.compaction.value;
  const index = state.compactionIndex.value;
  const isReplaying = (state.replay.value?.share ?? 1) < 1;
  useEffect(() => {
    if (compaction === null || compaction.isDescribed || isReplaying) return;
    const { described, thread, threadIndex } = state;
    const address = { thread: threadIndex.value, messages: thread.value.messages };
    void engine.describe(address, compaction.origin, index).then((description) => {
      described.value = new Map([...described.value, [compaction, description]]);
    });
  }, [compaction, index, isReplaying, state]);
}
