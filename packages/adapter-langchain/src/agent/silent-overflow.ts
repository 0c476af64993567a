import { isContextOverflow, type ContextUsage } from "@cutpoint/core";
import type { AIMessage } from "@langchain/core/messages";
import { answerOf, stopReasonsOf } from "../message/answer.ts";
import { messageText } from "../message/message-text.ts";

/** Share of the window above which an empty answer without usage counts as an overflow. */
const SUSPECT_SHARE = 0.5;

/**
 * Returns the sign of an overflow that the chat model did not report as an error; `null` if there is none.
 *
 * Checks empty answers only, because other content may already be streamed. Anthropic stops with
 * `model_context_window_exceeded`. A failed stream of OpenAI's Responses API ends in an empty message without usage and
 * without a stop reason.
 */
export function silentOverflow(answer: AIMessage, usage: () => ContextUsage): unknown {
  if ((answer.tool_calls ?? []).length > 0 || messageText(answer).trim() !== "") return null;
  const reason = stopReasonsOf(answer).find((stopReason) => isContextOverflow(stopReason));
  if (reason !== undefined) return reason;
  if (answer.usage_metadata !== undefined) return answerOf(answer);
  const { tokens, windowTokens } = usage();
  return windowTokens !== null && tokens >= SUSPECT_SHARE * windowTokens
    ? "context_length_exceeded: the answer is empty, and the context is nearly full"
    : null;
}
