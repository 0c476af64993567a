import type { AssistantMessage } from "../message/message.ts";
import type { Request } from "../message/request.ts";
import { policyFor, windowFor } from "../plan/resolve-policy.ts";
import { isContextOverflow } from "../provider-error/classify.ts";
import { readReportedLimit, type ReportedLimit } from "../provider-error/reported-limit.ts";
import { isSilentOverflow } from "../provider-error/silent-overflow.ts";
import { policyOf, type ResolvedOptions } from "./options.ts";

/** An overflow, with the numbers that it told, if any. */
export type Overflow = { readonly reportedLimit: ReportedLimit | null };

/**
 * What a failed request, or an answer whose usage shows that its request did not fit, says about the context; `null`
 * where it is no overflow.
 */
export function overflowOf(
  engine: ResolvedOptions,
  error: unknown,
  request: Request,
): Overflow | null {
  const policy = policyOf(engine, request);
  if (isAnswer(error)) {
    const limitTokens = windowFor(policy, request, engine.catalog).tokens;
    if (limitTokens === null || !isSilentOverflow(error, limitTokens)) return null;
    return { reportedLimit: { limitTokens, askedTokens: error.usage?.inputTokens ?? null } };
  }
  const { empty429IsOverflow = false } = policyFor(policy, request.model);
  return isContextOverflow(error, { empty429IsOverflow })
    ? { reportedLimit: readReportedLimit(error) }
    : null;
}

function isAnswer(value: unknown): value is AssistantMessage {
  const { role, parts } = (value ?? {}) as { readonly role?: unknown; readonly parts?: unknown };
  return role === "assistant" && Array.isArray(parts);
}
