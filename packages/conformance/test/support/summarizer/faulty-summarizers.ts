import {
  CutpointError,
  isCutpointError,
  type Summarizer,
  type Summary,
  type SummaryRequest,
} from "@cutpoint/core";
import type { SummarizerRig } from "../../../src/summarizer/rig.ts";
import { extractiveRig, modelRig } from "./rigs.ts";

/** A summarizer with a fault, and the id of the case that must fail. */
export type FaultySummarizer = {
  readonly foundBy: string;
  readonly fault: string;
  readonly rig: SummarizerRig;
};

type Summarize = Summarizer["summarize"];

/** Creates a rig that changes how summaries are made. */
function altered(rig: SummarizerRig, alter: (summarize: Summarize) => Summarize): SummarizerRig {
  return {
    ...rig,
    create(model) {
      const summarizer = rig.create(model);
      const summarize: Summarize = (request, signal) => summarizer.summarize(request, signal);
      return { name: summarizer.name, summarize: alter(summarize) };
    },
  };
}

function withRequest(
  rig: SummarizerRig,
  change: (request: SummaryRequest) => SummaryRequest,
): SummarizerRig {
  return altered(rig, (summarize) => (request, signal) => summarize(change(request), signal));
}

function withText(
  rig: SummarizerRig,
  change: (text: string, request: SummaryRequest) => string,
): SummarizerRig {
  return altered(rig, (summarize) => async (request, signal) => {
    const summary = await summarize(request, signal);
    return { ...summary, text: change(summary.text, request) };
  });
}

/** Returns a text for errors that match `failure`. */
function withFailureText(rig: SummarizerRig, failure: RegExp, text: string): SummarizerRig {
  return altered(
    rig,
    (summarize) => async (request, signal) =>
      summarize(request, signal).catch((error: unknown): Summary => {
        if (isCutpointError(error, "aborted") || !failure.test(String(error))) throw error;
        return { text, method: "failed", calls: 1 };
      }),
  );
}

function withModel(
  change: (model: Parameters<SummarizerRig["create"]>[0]) => typeof model,
): SummarizerRig {
  return { ...modelRig, create: (model) => modelRig.create(change(model)) };
}

let rounds = 0;

export const faultySummarizers: readonly FaultySummarizer[] = [
  {
    foundBy: "prose-not-empty",
    fault: "returns no text",
    rig: withText(extractiveRig, () => " "),
  },
  {
    foundBy: "branch-that-was-left",
    fault: "does not pass a branch to the model",
    rig: withRequest(modelRig, (request) =>
      request.about === "branch" ? { ...request, items: [] } : request,
    ),
  },
  {
    foundBy: "branch-that-was-left",
    fault: "returns no text for a branch",
    rig: withText(extractiveRig, (text, { about }) => (about === "branch" ? "" : text)),
  },
  {
    foundBy: "within-max-tokens",
    fault: "exceeds maxTokens",
    rig: withRequest(extractiveRig, (request) => ({
      ...request,
      maxTokens: request.maxTokens * 3,
    })),
  },
  {
    foundBy: "what-was-said",
    fault: "ignores the turn prefix",
    rig: withRequest(modelRig, (request) => ({ ...request, turnPrefix: [] })),
  },
  {
    foundBy: "previous-summary-merged",
    fault: "ignores the previous summary",
    rig: withRequest(extractiveRig, (request) => ({ ...request, previousSummary: null })),
  },
  {
    foundBy: "previous-summary-merged",
    fault: "quotes the previous summary",
    rig: withText(
      extractiveRig,
      (text, { previousSummary }) => `${previousSummary ?? ""}\n${text}`,
    ),
  },
  {
    foundBy: "merged-again-and-again",
    fault: "nests each summary in the next",
    rig: altered(extractiveRig, (summarize) => async (request, signal) => {
      const { previousSummary, ...rest } = request;
      const summary = await summarize({ ...rest, previousSummary: null }, signal);
      return { ...summary, text: `${previousSummary ?? ""}\n${summary.text}` };
    }),
  },
  {
    foundBy: "instructions-followed",
    fault: "does not pass instructions to the model",
    rig: withRequest(modelRig, (request) => ({ ...request, instructions: null })),
  },
  {
    foundBy: "instructions-followed",
    fault: "ignores instructions",
    rig: withRequest(extractiveRig, (request) => ({ ...request, instructions: null })),
  },
  {
    foundBy: "instructions-ignored",
    fault: "follows instructions that it declares to ignore",
    rig: { ...modelRig, instructions: "ignored" },
  },
  {
    foundBy: "same-request-twice",
    fault: "returns another text each time",
    rig: withText(modelRig, (text) => `${text} (${(rounds += 1)})`),
  },
  {
    foundBy: "same-request-twice",
    fault: "changes the request",
    rig: altered(modelRig, (summarize) => async (request, signal) => {
      const summary = await summarize(request, signal);
      (request.items as unknown[]).pop();
      return summary;
    }),
  },
  {
    foundBy: "hostile-tags",
    fault: "passes messages to the model without escaping",
    rig: {
      ...modelRig,
      create: (model) => ({
        name: "naive",
        summarize: async (request, signal) =>
          modelRig
            .create(({ prompt, ...asked }, signal) =>
              model({ ...asked, prompt: prompt.replaceAll("&lt;", "<") }, signal),
            )
            .summarize(request, signal),
      }),
    },
  },
  {
    foundBy: "hostile-unicode",
    fault: "cuts a pair of surrogates in half",
    rig: withText(extractiveRig, (text) => `${text}\n- \ud83d`),
  },
  {
    foundBy: "broken-answer",
    fault: "returns the model's answer without a check",
    rig: {
      ...modelRig,
      create: (model) => ({
        name: "naive",
        async summarize({ maxTokens }, signal) {
          const { text } = await model({ prompt: "Summarize.", maxTokens }, signal);
          return { text, method: "naive", calls: 1 };
        },
      }),
    },
  },
  {
    foundBy: "hostile-size",
    fault: "fails for a long conversation",
    rig: altered(extractiveRig, (summarize) => async (request, signal) => {
      if (JSON.stringify(request.items).length > 500_000) throw new RangeError("too long");
      return summarize(request, signal);
    }),
  },
  {
    foundBy: "rejects-when-model-throws",
    fault: "returns an error message as summary",
    rig: withFailureText(
      modelRig,
      /could not be asked/,
      "Error generating summary: the model is away",
    ),
  },
  {
    foundBy: "rejects-empty-answer",
    fault: "accepts an empty answer",
    rig: withFailureText(modelRig, /is empty/, ""),
  },
  {
    foundBy: "rejects-cut-off-answer",
    fault: "accepts a truncated answer",
    rig: withModel((model) => async (request, signal) => ({
      ...(await model(request, signal)),
      stopReason: "stop",
    })),
  },
  {
    foundBy: "rejects-nothing-to-tell",
    fault: "summarizes an empty request",
    rig: withFailureText(extractiveRig, /./, "There was no conversation."),
  },
  {
    foundBy: "signal-set-before",
    fault: "ignores the signal",
    rig: altered(
      modelRig,
      (summarize) => (request, signal) =>
        summarize(request, signal.aborted ? new AbortController().signal : signal),
    ),
  },
  {
    foundBy: "signal-set-meanwhile",
    fault: "does not pass the signal to the model",
    rig: withModel((model) => (request) => model(request, new AbortController().signal)),
  },
  {
    foundBy: "calls-counted",
    fault: "does not report calls",
    rig: altered(modelRig, (summarize) => async (request, signal) => ({
      ...(await summarize(request, signal)),
      calls: 0,
    })),
  },
  {
    foundBy: "calls-bounded",
    fault: "retries without a limit",
    rig: altered(modelRig, (summarize) => async (request, signal) => {
      for (let attempt = 0; attempt < 100; attempt += 1) {
        const summary = await summarize(request, signal).catch((error: unknown) => {
          if (isCutpointError(error, "aborted")) throw error;
          return null;
        });
        if (summary !== null) return summary;
      }
      throw new CutpointError("summary-failed", "it never worked");
    }),
  },
];
