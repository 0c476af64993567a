import {
  compactMessages,
  type Compactor,
  type CompactorOptions,
  createCharacterEstimator,
  createCompactor,
  findCutPoint,
  type Item,
  type Message,
  type Summarizer,
  type SummaryRequest,
  type TokenEstimator,
  viewOf,
} from "@cutpoint/core";
import { createExtractiveSummarizer } from "@cutpoint/extractive";
import { openSession } from "@cutpoint/session";

/** Functions that the laws check: the real ones, or ones with a fault. */
export type LawEngine = {
  readonly viewOf: typeof viewOf;
  readonly findCutPoint: typeof findCutPoint;
  readonly createCompactor: (options: CompactorOptions) => Compactor;
  readonly compactMessages: typeof compactMessages;
  readonly openSession: typeof openSession;
};

export const engine: LawEngine = {
  viewOf,
  findCutPoint,
  createCompactor,
  compactMessages,
  openSession,
};

export const estimator: TokenEstimator = createCharacterEstimator({ charactersPerToken: 4 });

/** Summarizer of laws that are not about summaries. */
export const summarizer: Summarizer = createExtractiveSummarizer();

export function tokensOf(messages: readonly Message[]): number {
  return messages.reduce((sum, message) => sum + estimator.estimate(message), 0);
}

/** Creates a compactor with a changed `fit`. */
export function withFit(change: (fit: Compactor["fit"]) => Compactor["fit"]): LawEngine {
  return {
    ...engine,
    createCompactor: (options) => {
      const compactor = createCompactor(options);
      return { ...compactor, fit: change((history, options) => compactor.fit(history, options)) };
    },
  };
}

/** Creates a compactor with a wrapped summarizer. */
export function withSummarizer(wrap: (summarizer: Summarizer) => Summarizer): LawEngine {
  return {
    ...engine,
    createCompactor: (options) => {
      const { summarizer } = options;
      if (typeof summarizer === "function") return createCompactor(options);
      return createCompactor({ ...options, summarizer: [summarizer].flat().map(wrap) });
    },
  };
}

/** Creates a summarizer with short texts that records its requests. */
export function recordingSummarizer(): Summarizer & { readonly requests: SummaryRequest[] } {
  const requests: SummaryRequest[] = [];
  return {
    name: "recording",
    requests,
    summarize: async (request) => {
      requests.push(request);
      return { text: `Summary of ${request.items.length} items.`, method: "recording", calls: 1 };
    },
  };
}

export function idsOf(items: readonly Item[]): readonly string[] {
  return items.map((item) => item.id);
}
