import { type CompactionState, createCompactor } from "@cutpoint/core";
import { createExtractiveSummarizer } from "@cutpoint/extractive";
import { answeredPlaces } from "../reading/cut.ts";
import { searchTranscript } from "./cutpoint.ts";
import type { Arm } from "./method.ts";
import { itemsOf, systemMessages } from "./steps.ts";

/**
 * Creates an arm that grows message by message with the default policy, as a session does: it compacts before an answer
 * if needed, and once more at the end. `budgetTokens` is its window. System messages do not count.
 */
export function createCutpointSession(): Arm {
  return {
    role: "session",
    name: "cutpoint-session",
    compact: async ({ history, budgetTokens: windowTokens }) => {
      const compactor = createCompactor({ summarizer: createExtractiveSummarizer() });
      const items = itemsOf(history.filter(({ role }) => role !== "system"));
      let state: CompactionState | null = null;
      for (const place of answeredPlaces(items.map(({ message }) => message)))
        ({ state } = await compactor.fit(
          { items: items.slice(0, place), state },
          { windowTokens },
        ));
      const { view } = await compactor.fit({ items, state }, { windowTokens, force: true });
      return [...systemMessages(history), ...view.messages];
    },
    search: searchTranscript,
  };
}
