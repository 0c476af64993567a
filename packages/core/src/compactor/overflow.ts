import type { ReportedLimit } from "@cutpoint/provider-errors";
import type { AssistantMessage } from "../message/message.ts";
import type { Request } from "../message/request.ts";
import { windowFor } from "../plan/resolve-policy.ts";
import { policyOf, type ResolvedOptions } from "./resolve-options.ts";

/** What a provider refused: a request that did not fit, with the limit that it reported, or signed reasoning. */
export type Refusal =
  | { readonly type: "overflow"; readonly reportedLimit: ReportedLimit | null }
  | { readonly type: "bound-thinking" };

/** Returns what an error, or an answer by its usage, reports as refused; `null` for other errors. */
export async function refusalOf(
  options: ResolvedOptions,
  error: unknown,
  request: Request,
): Promise<Refusal | null> {
  const policy = policyOf(options, request);
  if (isAnswer(error)) {
    const limitTokens = windowFor(policy, request, options.catalog).tokens;
    if (limitTokens === null || !isSilentOverflow(error, limitTokens)) return null;
    const asked = error.usage?.inputTokens ?? null;
    return { type: "overflow", reportedLimit: { unit: "tokens", limit: limitTokens, asked } };
  }
  const { empty429IsOverflow = false } = policy;
  const classify =
    options.classifyError ?? (await import("@cutpoint/provider-errors")).readProviderError;
  const found = classify(error, { empty429IsOverflow });
  if (found.class === "bound-thinking") return { type: "bound-thinking" };
  const isOverflow = found.class === "context-overflow" || found.class === "payload-too-large";
  return isOverflow ? { type: "overflow", reportedLimit: found.limit } : null;
}

function isAnswer(value: unknown): value is AssistantMessage {
  const { role, parts } = (value ?? {}) as { readonly role?: unknown; readonly parts?: unknown };
  return role === "assistant" && Array.isArray(parts);
}

/** Xiaomi MiMo cuts the input at the window and reports slightly less than that. */
const FULL_SHARE = 0.99;

/**
 * Whether an answer without an error shows that its request did not fit the window: more input than the window, or a full
 * window and no output. Servers that cut the input without reporting it, such as Ollama, are not recognized.
 */
export function isSilentOverflow(message: AssistantMessage, windowTokens: number): boolean {
  const { usage, finishReason } = message;
  if (usage === undefined) return false;
  const isEmpty = finishReason === "length" && usage.outputTokens === 0;
  return (
    usage.inputTokens > windowTokens || (isEmpty && usage.inputTokens >= FULL_SHARE * windowTokens)
  );
}
