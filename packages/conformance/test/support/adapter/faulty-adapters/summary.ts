import type { Summarizer } from "@cutpoint/core";
import { fetchRig } from "../fetch-rig.ts";
import { changingSummarizer, changingTurns, type FaultyAdapter } from "./faulty-adapter.ts";

function withFallbackText(summarizer: Summarizer, text: string): Summarizer {
  return {
    ...summarizer,
    summarize: async (request, signal) =>
      summarizer
        .summarize(request, signal)
        .then((summary) => (summary.text.trim() === "" ? { ...summary, text } : summary))
        .catch(() => ({ text, method: "failed", calls: 0 })),
  };
}

export const faultySummaries: readonly FaultyAdapter[] = [
  {
    foundBy: "summarizer-throws",
    fault: "uses an error message as summary",
    rig: changingSummarizer((summarizer) =>
      withFallbackText(summarizer, "Error generating summary: the service is away"),
    ),
  },
  {
    foundBy: "summarizer-says-nothing",
    fault: "replaces an empty summary with a placeholder",
    rig: changingSummarizer((summarizer) =>
      withFallbackText(summarizer, "(There was something here before.)"),
    ),
  },
  {
    foundBy: "summarizer-says-more",
    fault: "truncates a summary that is too long",
    rig: changingSummarizer((summarizer) => ({
      ...summarizer,
      summarize: async (request, signal) => {
        const summary = await summarizer.summarize(request, signal);
        return { ...summary, text: summary.text.slice(0, 400) };
      },
    })),
  },
  {
    foundBy: "summary-verbatim",
    fault: "uses the summary as a replacement pattern",
    rig: changingSummarizer((summarizer) => ({
      ...summarizer,
      summarize: async (request, signal) => {
        const { text, ...rest } = await summarizer.summarize(request, signal);
        return { ...rest, text: "@".replace("@", text) };
      },
    })),
  },
  {
    foundBy: "summary-calls-counted-once",
    fault: "reports each summary call twice",
    rig: changingTurns((result) => ({ ...result, summaryCalls: result.summaryCalls * 2 })),
  },
  {
    foundBy: "summary-not-streamed",
    fault: "streams a progress note to the user",
    rig: changingTurns((result) => ({ ...result, pieces: ["Summarizing…", ...result.pieces] })),
  },
  {
    foundBy: "answer-whole-at-once",
    fault: "streams, but declares that it does not",
    rig: {
      ...fetchRig(),
      facts: { overflow: "recovers", streaming: false, persists: "view", durable: true },
    },
  },
  {
    foundBy: "abort-while-summarizing",
    fault: "sends the whole conversation after an abort",
    rig: fetchRig({
      instance: (instance) => ({
        ...instance,
        turn: async (input, signal) =>
          instance.turn(input, signal).catch(async (error: unknown) => {
            if (!signal.aborted) throw error;
            return instance.turn(input, new AbortController().signal);
          }),
      }),
    }),
  },
];
