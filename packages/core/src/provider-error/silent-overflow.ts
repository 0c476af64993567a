import type { AssistantMessage } from "../message/message.ts";

/** Xiaomi MiMo cuts the input at the window, so that what it reports stays just below it. */
const FULL_SHARE = 0.99;

/**
 * Whether an answer that came without an error shows that the request did not fit the window, in tokens: more was read
 * than the window holds, or it was full and nothing was written. A server that cuts the input without reporting it
 * (Ollama) cannot be told.
 *
 * A message has no place for a provider's own reason to stop: an adapter that sees one asks `isContextOverflow` with it.
 */
export function isSilentOverflow(message: AssistantMessage, windowTokens: number | null): boolean {
  const { usage, finishReason } = message;
  if (usage === undefined || windowTokens === null || !(windowTokens > 0)) return false;
  return (
    usage.inputTokens > windowTokens ||
    (finishReason === "length" &&
      usage.outputTokens === 0 &&
      usage.inputTokens >= FULL_SHARE * windowTokens)
  );
}
