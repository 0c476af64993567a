import type { ContextUsage } from "@cutpoint/core";
import { isRecord } from "@cutpoint/core/kit";
import type { ModelRequest } from "@openai/agents-core";
import { usageOf } from "./usage.ts";

/** The end of an incomplete answer of the Responses API, as an event and in the text of the SDK's error. */
export const INCOMPLETE = "response.incomplete";

/** The share of the window above which an incomplete answer counts as an overflow. */
const NEARLY_FULL = 0.5;

/**
 * Returns the failure of a request, or an overflow error if the answer broke off because the window was full.
 *
 * A limit set by the caller, a content filter and a window with room are other reasons to break off.
 *
 * @param attempt.reported the usage of the failed request, if the provider reported it
 * @param attempt.contextUsage returns how full the window was before the answer
 */
export function readFailure(
  failure: unknown,
  { modelSettings }: Pick<ModelRequest, "modelSettings">,
  attempt: { readonly reported: unknown; readonly contextUsage: () => ContextUsage },
): unknown {
  if (!isIncomplete(failure) || typeof modelSettings.maxTokens === "number") return failure;
  const { tokens, windowTokens } = attempt.contextUsage();
  const tokenUsage = usageOf(attempt.reported);
  const total =
    tokenUsage === undefined ? tokens : tokenUsage.inputTokens + tokenUsage.outputTokens;
  if (windowTokens !== null && total < NEARLY_FULL * windowTokens) return failure;
  const limit = windowTokens ?? (tokenUsage === undefined ? null : total);
  const message = "context_length_exceeded: the answer broke off at the end of the window";
  const numbers = limit === null ? "" : `; the maximum context length is ${limit} tokens`;
  return new Error(`${message}${numbers}`);
}

function isIncomplete(failure: unknown): boolean {
  if (failure instanceof Error) return failure.message.includes(INCOMPLETE);
  if (!isRecord(failure) || failure["type"] !== INCOMPLETE) return false;
  const { details } = failure;
  return !isRecord(details) || details["reason"] !== "content_filter";
}
