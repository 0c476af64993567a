import type { Policy, Summarizer, SummaryRequest } from "@cutpoint/core";
import { createExtractiveSummarizer } from "@cutpoint/extractive";
import { createPolicyPlayer, type SummaryCall } from "../../../packages/eval/src/replay/player.ts";
import type { Way } from "./way.ts";

/** How a model's summary is made. `aligned`: the live conversation is continued, so its input is cached. */
type ModelSummary = { readonly tokens: number; readonly route: "aligned" | "separate" };

export type CutpointWay = {
  readonly name: string;
  readonly policy?: Policy;
  /** Default: offline summaries. */
  readonly model?: ModelSummary;
};

/** The tokens of a prompt for a summary. */
const PROMPT_TOKENS = 800;

/** Returns a way that calls `fit` of the shipped compactor before each request. */
export function cutpointWay({ model, name, policy = {} }: CutpointWay): Way {
  return {
    name,
    fits: () => true,
    play(windowTokens) {
      const calls: SummaryCall[] = [];
      const summarizer = summarizersOf(model, calls);
      return createPolicyPlayer(policy, windowTokens, { summarizer, calls });
    },
  };
}

function summarizersOf(
  model: ModelSummary | undefined,
  calls: SummaryCall[],
): Summarizer | readonly Summarizer[] {
  const offline = createExtractiveSummarizer();
  if (model === undefined) return offline;
  const summarize: Summarizer["summarize"] = async (request, signal) => {
    const maxTokens = Math.min(request.maxTokens, model.tokens);
    const { text } = await offline.summarize({ ...request, maxTokens }, signal);
    calls.push(callOf(request, request.estimator.estimateText(text), model.route));
    return { text, method: "model", calls: 1 };
  };
  return [{ name: "model", summarize }, offline];
}

function callOf(
  { estimator, items, live, previousSummary, turnPrefix }: SummaryRequest,
  outputTokens: number,
  route: ModelSummary["route"],
): SummaryCall {
  const tokensOf = (messages: Parameters<typeof estimator.estimate>[0][]): number =>
    messages.reduce((sum, message) => sum + estimator.estimate(message), 0);
  if (route === "aligned") {
    const cachedTokens = tokensOf([...(live?.view.messages ?? [])]);
    return { freshTokens: PROMPT_TOKENS, cachedTokens, outputTokens };
  }
  const text = tokensOf([...items, ...turnPrefix].map(({ message }) => message));
  const freshTokens = PROMPT_TOKENS + text + estimator.estimateText(previousSummary ?? "");
  return { freshTokens, cachedTokens: 0, outputTokens };
}
