import type { IncomingHttpHeaders } from "node:http";
import type { TokenEstimator } from "@cutpoint/core";
import { answerMessage, readyAnswer } from "./answer.ts";
import { cutAnswer } from "./cut-answer.ts";
import type { Memory } from "./memory.ts";
import type { CountedPrompt } from "./prompt.ts";
import type { PromptCache } from "./prompt-cache.ts";
import type { Outcome, ReceivedRequest } from "./received-request.ts";
import type { Body } from "./rules/body-rules.ts";
import type { AnswerStep, FailureStep, NoStep } from "./script.ts";
import type { Endpoint, Understood, Writing } from "./wire/endpoint.ts";

/** What happens to a request that is larger than the window. */
export type Overflow = "refuse" | "fail-in-stream" | "truncate";

/** What one provider works with, for all of its requests. */
export type ServerState = {
  readonly windowTokens: (model: string) => number;
  readonly overflow: Overflow;
  readonly maxBytes: number;
  readonly estimator: TokenEstimator;
  readonly memory: Memory;
  readonly nextStep: (request: ReceivedRequest) => Promise<AnswerStep | FailureStep | NoStep>;
  readonly newId: (prefix: string) => string;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly cache: PromptCache;
  /** The last prompt that was answered: what has not changed since is not counted again. */
  lastPrompt: CountedPrompt | null;
};

/** One request on its way to a reply. */
export type RequestContext = {
  readonly endpoint: Endpoint;
  readonly body: Body;
  readonly headers: IncomingHttpHeaders;
  readonly requestId: string;
  /** Set when the client goes away. */
  readonly signal: AbortSignal;
  /** Notes what is known of the request, and returns the note. */
  readonly note: (known: Partial<ReceivedRequest>) => ReceivedRequest;
};

/** A request that was understood and counted. */
export type KnownRequest = RequestContext & {
  readonly understood: Understood;
  readonly counted: CountedPrompt;
  readonly windowTokens: number;
};

export function noteOutcome({ note }: RequestContext, outcome: Outcome): void {
  note({ outcome });
}

/** What the endpoint needs to write a step: the answer as far as there is room for it, and what was spent. */
export function writingOf(
  { estimator, memory, newId, clock }: ServerState,
  { counted, windowTokens, endpoint, note }: KnownRequest,
  step: AnswerStep | { readonly type: "answer"; readonly text?: string },
): Writing {
  const prefix = endpoint.vendor === "openai" ? "call_" : "toolu_";
  const ready = readyAnswer(step, () => newId(prefix));
  const inWindow = Math.max(0, windowTokens - counted.tokens);
  const limit = counted.prompt.outputTokens ?? Number.POSITIVE_INFINITY;
  const room =
    limit <= inWindow
      ? ({ tokens: limit, stop: "length" } as const)
      : ({ tokens: inWindow, stop: "window" } as const);
  const said = cutAnswer(ready, room, estimator);
  return {
    answer: said,
    memory,
    newId,
    now: Math.floor(clock() / 1000),
    spent: {
      inputTokens: counted.tokens,
      cachedTokens: note({}).cachedTokens,
      cacheWriteTokens: note({}).cacheWriteTokens,
      outputTokens: estimator.estimate(answerMessage(said)),
      reasoningTokens: estimator.estimateText(said.reasoning),
    },
  };
}
