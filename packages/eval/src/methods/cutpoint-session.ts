import { createCompactor, type Policy } from "@cutpoint/core";
import { createExtractiveSummarizer } from "@cutpoint/extractive";
import { compactAlong } from "./compact-along.ts";
import { searchTranscript } from "./cutpoint.ts";
import type { Arm } from "./method.ts";

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
      const compactor = createCompactor({
        summarizer: createExtractiveSummarizer(),
        ...(policy === undefined ? {} : { policy }),
      });
      const { messages } = await compactAlong(compactor, history, {
        windowTokens,
        isGrowing: true,
      });
      return messages;
    },
    search: searchTranscript,
  };
}
