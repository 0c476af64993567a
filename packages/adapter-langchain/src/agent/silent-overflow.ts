import { isContextOverflow, type ContextUsage } from "@cutpoint/core";
import type { AIMessage } from "@langchain/core/messages";
import { answerOf, stopReasonsOf } from "../message/answer.ts";
import { messageText } from "../message/message-text.ts";

/** From this share of the window on, an answer that says nothing at all is taken for an overflow. */
const SUSPECT_SHARE = 0.5;

/**
 * What shows that a request did not fit, where the chat model threw nothing; `null` where nothing does. Only an answer
 * that says nothing is looked at: what was said may have been streamed to somebody.
 *
 * Anthropic stops with `model_context_window_exceeded`; a stream of OpenAI's Responses that fails gives an empty message
 * without usage and without any reason.
 */
export function silentOverflow(answer: AIMessage, usage: () => ContextUsage): unknown {
  if ((answer.tool_calls ?? []).length > 0 || messageText(answer).trim() !== "") return null;
  const reason = stopReasonsOf(answer).find((word) => isContextOverflow(word));
  if (reason !== undefined) return reason;
  if (answer.usage_metadata !== undefined) return answerOf(answer);
  const { tokens, windowTokens } = usage();
  return windowTokens !== null && tokens >= SUSPECT_SHARE * windowTokens
    ? "context_length_exceeded: the answer is empty, and the context is nearly full"
    : null;
}
