import type { AssistantMessage } from "../message/message.ts";

/** Xiaomi MiMo cuts the input at the window and reports slightly less than that. */
const FULL_SHARE = 0.99;

/**
 * Whether an answer without an error shows that its request did not fit the window: more input than the window, or a full
 * window and no output. Servers that cut the input without reporting it, such as Ollama, are not recognized.
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
