import type { AssistantMessage } from "@cutpoint/core";
import { isRecord } from "@cutpoint/core/kit";
import { createEmptyAnswer, type GuardedCall } from "@cutpoint/host-kit";
import type { AgentInputItem, ModelRequest, RequestUsage, Usage } from "@openai/agents-core";
import { projectionOf } from "../items/projection.ts";
import {
  addExtraUsage,
  type Answer,
  OVERFLOW_ENDPOINT,
  requestUsage,
  summaryUsage,
  usageOf,
} from "./usage.ts";
import { readFailure } from "./incomplete-answer.ts";
import { takeProviderUsage } from "./provider-compaction.ts";
import { detachAttempt, usesServerContext } from "./request-facts.ts";

/** The input of a request, compacted if needed by a guard or by a session. */
export type FittedInput = Pick<
  GuardedCall<AgentInputItem>,
  "kept" | "messages" | "outcome" | "recordUsage" | "usage"
> & { readonly retryAfter: (failure: unknown) => Promise<FittedInput | null> };

/** What happens to the requests of a decorated model. */
export type RequestHooks = {
  /**
   * Compacts the input of a request if needed.
   *
   * @throws the abort reason if the request's signal is aborted
   */
  readonly fit: (request: ModelRequest, model: string | undefined) => Promise<FittedInput>;
  readonly onAnswer?: (request: ModelRequest, answer: Answer) => void;
};

/** A call to a model with a request that fits the window. */
export type CompactedCall = {
  readonly request: ModelRequest;
  /**
   * Returns the call to make after a failure or an empty answer. Returns `null` if that is not an overflow, if nothing
   * became smaller, or if this is the second attempt.
   *
   * @param attempt contains the usage of the failed attempt, if the provider reported it
   */
  readonly retryAfter: (
    failure: unknown,
    attempt?: { readonly usage?: unknown },
  ) => Promise<CompactedCall | null>;
  /** Records an answer, and returns its usage together with that of summaries and failed attempts. */
  readonly recordAnswer: (answer: Answer) => Usage;
};

/** Returns the call for a request. A request whose context is on the server is unchanged. */
export async function openCall(
  request: ModelRequest,
  model: string | undefined,
  { fit, onAnswer = () => undefined }: RequestHooks,
): Promise<CompactedCall> {
  return createCall(usesServerContext(request) ? null : await fit(request, model), []);

  /** @param earlier the usage of a failed attempt and its compaction; a second attempt has some */
  function createCall(fitted: FittedInput | null, earlier: readonly RequestUsage[]): CompactedCall {
    const messages = fitted?.messages ?? null;
    const extraUsage = [...earlier, ...(fitted === null ? [] : compactionUsage(fitted))];
    const attempt = fitted === null ? request : detachAttempt(request);
    return {
      request: messages === null ? attempt : { ...attempt, input: [...messages] },
      async retryAfter(failure, { usage: reported } = {}) {
        if (fitted === null || earlier.length > 0) return null;
        const { usage: contextUsage } = fitted;
        const recovered = await fitted.retryAfter(
          readFailure(failure, request, { reported, contextUsage }),
        );
        if (recovered === null) return null;
        return createCall(recovered, [
          ...extraUsage,
          requestUsage(OVERFLOW_ENDPOINT, usageOf(reported)),
        ]);
      },
      recordAnswer(answer) {
        onAnswer(request, answer);
        fitted?.recordUsage(usageOf(answer.usage));
        return addExtraUsage(answer.usage, extraUsage);
      },
    };
  }
}

function compactionUsage({ kept, outcome }: FittedInput): readonly RequestUsage[] {
  return [...summaryUsage(outcome), ...takeProviderUsage(kept)];
}

/** Returns an answer without content in the form that detects an overflow; `null` for other answers. */
export function emptyAnswer({ output, usage, providerData }: Answer): AssistantMessage | null {
  const hasContent = output.some((item) =>
    projectionOf(item).parts.some(
      (part) => part.type !== "reasoning" && !(part.type === "text" && part.text.trim() === ""),
    ),
  );
  const tokenUsage = usageOf(usage);
  if (hasContent || tokenUsage === undefined) return null;
  return createEmptyAnswer(
    tokenUsage,
    isRecord(providerData) && providerData["status"] === "incomplete",
  );
}
