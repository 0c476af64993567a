import { fetchRig } from "../fetch-rig.ts";
import { applyingTwice, changingRequests, type FaultyAdapter } from "./faulty-adapter.ts";

/** Adapters with a fault in how they use summaries that were made in the background. */
export const faultyBackgrounds: readonly FaultyAdapter[] = [
  {
    foundBy: "background-turns-do-not-wait",
    fault: "waits for each summary",
    rig: fetchRig({ setup: (setup) => ({ ...setup, background: false }) }),
  },
  {
    foundBy: "background-turns-do-not-wait",
    fault: "drops messages that arrived while the summary was made",
    rig: changingRequests((messages) =>
      JSON.stringify(messages).includes("Summary number 1")
        ? messages.filter(({ content }) => content !== "New answer 7.")
        : messages,
    ),
  },
  {
    foundBy: "background-turns-do-not-wait",
    fault: "applies a summary twice",
    rig: applyingTwice(),
  },
  {
    foundBy: "background-failure",
    fault: "asks for no summary after one failed",
    rig: fetchRig({
      setup(setup) {
        let hasFailed = false;
        const { summarizer } = setup;
        return {
          ...setup,
          summarizer: {
            ...summarizer,
            async summarize(request, signal) {
              if (hasFailed) throw new Error("the service was away");
              return summarizer.summarize(request, signal).catch((error: unknown) => {
                hasFailed = true;
                throw error;
              });
            },
          },
        };
      },
    }),
  },
];
