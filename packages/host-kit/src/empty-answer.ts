import type { AssistantMessage, TokenUsage } from "@cutpoint/core";

/**
 * Returns an answer without content in the form that detects an overflow; `null` if its usage is unknown.
 *
 * @param isTruncated whether the provider stopped the answer because of a limit
 */
export function createEmptyAnswer(
  usage: TokenUsage | undefined,
  isTruncated: boolean,
): AssistantMessage | null {
  if (usage === undefined) return null;
  return { role: "assistant", parts: [], usage, finishReason: isTruncated ? "length" : "stop" };
}
