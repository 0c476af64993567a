import type { AssistantMessage } from "../message/message.ts";
import type { Request } from "../message/request.ts";
import { policyFor, windowFor } from "../plan/resolve-policy.ts";
import { classifyProviderError, isSilentOverflow } from "../provider-error/classify.ts";
import { readReportedLimit, type ReportedLimit } from "../provider-error/reported-limit.ts";
import { policyOf, type ResolvedOptions } from "./options.ts";

/** A request that did not fit, and the limit that the provider reported. */
export type Overflow = { readonly reportedLimit: ReportedLimit | null };

/** Returns the overflow in tokens or bytes that an error, or an answer by its usage, reports; `null` for other errors. */
export function overflowOf(
  options: ResolvedOptions,
  error: unknown,
  request: Request,
): Overflow | null {
  const policy = policyOf(options, request);
  if (isAnswer(error)) {
    const limitTokens = windowFor(policy, request, options.catalog).tokens;
    if (limitTokens === null || !isSilentOverflow(error, limitTokens)) return null;
    return { reportedLimit: { limitTokens, askedTokens: error.usage?.inputTokens ?? null } };
  }
  const { empty429IsOverflow = false } = policyFor(policy, request.model);
  const found = classifyProviderError(error, { empty429IsOverflow });
  if (found !== "context-overflow" && found !== "payload-too-large") return null;
  return { reportedLimit: readReportedLimit(error) };
}

/** Whether a provider refused a request for reasoning that was made behind other messages. */
export function isThinkingRefused(error: unknown): boolean {
  return !isAnswer(error) && classifyProviderError(error) === "bound-thinking";
}

function isAnswer(value: unknown): value is AssistantMessage {
  const { role, parts } = (value ?? {}) as { readonly role?: unknown; readonly parts?: unknown };
  return role === "assistant" && Array.isArray(parts);
}
