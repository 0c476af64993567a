import type { IncomingHttpHeaders } from "node:http";
import type { TokenEstimator } from "@cutpoint/core";
import { answerMessage, readyAnswer } from "./answer.ts";
import { truncateAnswer } from "./truncate-answer.ts";
import type { Memory } from "./memory.ts";
import type { CountedPrompt } from "./prompt.ts";
import type { PromptCache } from "./prompt-cache.ts";
import type { Outcome, ReceivedRequest } from "./received-request.ts";
import type { Body } from "./rules/body-rules.ts";
import type { AnswerStep, FailureStep, NoStep } from "./script.ts";
import type { Endpoint, ParsedRequest, WriteContext } from "./wire/endpoint.ts";

/** What happens to a request that exceeds the window. */
export type Overflow = "refuse" | "fail-in-stream" | "truncate";

/** The state that all requests of a provider share. */
export type ServerState = {
  readonly windowTokens: (model: string) => number;
  readonly overflow: Overflow;
  readonly maxBytes: number;
  readonly estimator: TokenEstimator;
  readonly memory: Memory;
  readonly nextStep: (request: ReceivedRequest) => Promise<AnswerStep | FailureStep | NoStep>;
  readonly newId: (prefix: string) => string;
  /** Time in ms since the epoch. */
  readonly clock: () => number;
  readonly cache: PromptCache;
  /** The last answered prompt. Its unchanged segments are not counted again. */
  lastPrompt: CountedPrompt | null;
};

/** A request that has not been answered yet. */
export type RequestContext = {
  readonly endpoint: Endpoint;
  readonly body: Body;
  readonly headers: IncomingHttpHeaders;
  readonly requestId: string;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
  /** Updates the record of the request and returns it. */
  readonly record: (known: Partial<ReceivedRequest>) => ReceivedRequest;
};

/** A request that was parsed and counted. */
export type CountedRequest = RequestContext & {
  readonly parsed: ParsedRequest;
  readonly counted: CountedPrompt;
  readonly windowTokens: number;
};

export function recordOutcome({ record }: RequestContext, outcome: Outcome): void {
  record({ outcome });
}

/** Creates the input for writing an answer, which is truncated to its token budget. */
export function createWriteContext(
  { estimator, memory, newId, clock }: ServerState,
  { counted, windowTokens, endpoint, record }: CountedRequest,
  step: AnswerStep | { readonly type: "answer"; readonly text?: string },
): WriteContext {
  const prefix = endpoint.vendor === "openai" ? "call_" : "toolu_";
  const ready = readyAnswer(step, () => newId(prefix));
  const inWindow = Math.max(0, windowTokens - counted.tokens);
  const limit = counted.prompt.outputTokens ?? Number.POSITIVE_INFINITY;
  const budget =
    limit <= inWindow
      ? ({ tokens: limit, stop: "length" } as const)
      : ({ tokens: inWindow, stop: "window" } as const);
  const answer = truncateAnswer(ready, budget, estimator);
  return {
    answer,
    memory,
    newId,
    now: Math.floor(clock() / 1000),
    tokenUsage: {
      inputTokens: counted.tokens,
      cachedTokens: record({}).cachedTokens,
      cacheWriteTokens: record({}).cacheWriteTokens,
      outputTokens: estimator.estimate(answerMessage(answer)),
      reasoningTokens: estimator.estimateText(answer.reasoning),
    },
  };
}
