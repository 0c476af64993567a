import { type CompactionState, createCompactor, type Policy } from "@cutpoint/core";
import { createExtractiveSummarizer } from "@cutpoint/extractive";
import { answeredPlaces } from "../reading/cut.ts";
import { searchTranscript } from "./cutpoint.ts";
import type { Arm } from "./method.ts";
import { itemsOf, systemMessages } from "./steps.ts";

/** Options of {@link createCutpointSession}. */
export type CutpointSessionOptions = {
  /** Name in reports. Default: `cutpoint-session`. */
  readonly name?: string;
  /** Default: the default policy. */
  readonly policy?: Policy;
};

/**
 * Creates an arm that grows message by message, as a session does: it compacts before an answer if needed, and once more
 * at the end. `budgetTokens` is its window.
 */
export function createCutpointSession(options: CutpointSessionOptions = {}): Arm {
  const { name = "cutpoint-session", policy } = options;
  return {
    role: "session",
    name,
    compact: async ({ history, budgetTokens: windowTokens }) => {
      const items = itemsOf(history.filter(({ role }) => role !== "system"));
      const summarizer = createExtractiveSummarizer();
      const compactor = createCompactor({
        summarizer,
        ...(policy === undefined ? {} : { policy }),
      });
      const places = answeredPlaces(items.map(({ message }) => message));
      let state: CompactionState | null = null;
      for (const place of places) {
        const history = { items: items.slice(0, place), state };
        ({ state } = await compactor.fit(history, { windowTokens }));
      }
      const last = await compactor.fit({ items, state }, { windowTokens, force: true });
      return [...systemMessages(history), ...last.view.messages];
    },
    search: searchTranscript,
  };
}
