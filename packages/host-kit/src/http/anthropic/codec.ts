import { sortedJson } from "../../json.ts";
import type { AnswerText, UnitFormat } from "../../unit-format.ts";
import { fromMessage } from "./from-message.ts";
import {
  type AnthropicBlock,
  type AnthropicMessage,
  type AnthropicUnit,
  blocksOf,
  messagesOf,
  unitsOf,
} from "./messages.ts";
import { toMessage } from "./to-message.ts";

/** Anthropic Messages. */
export const anthropicCodec: UnitFormat<AnthropicUnit, AnthropicMessage> = {
  split: unitsOf,
  join: messagesOf,
  messageCount: ({ continues }) => (continues ? 0 : 1),
  contentOf: ({ message }) => sortedJson(message, withoutCachePoints),
  answerOf: ({ message }) =>
    message.role === "assistant" ? anthropicAnswer(blocksOf(message)) : null,
  toMessage,
  fromMessage,
};

/** Apps move cache points from message to message, so they do not identify a message. */
function withoutCachePoints(key: string, value: unknown): unknown {
  return key === "cache_control" ? undefined : value;
}

/** Reads the text and the calls of an answer, as it arrives or as a request repeats it. */
export function anthropicAnswer(blocks: readonly AnthropicBlock[]): AnswerText {
  return {
    text: blocks.map((block) => (block.type === "text" ? String(block["text"]) : "")).join(""),
    callIds: blocks.flatMap((block) => (block.type === "tool_use" ? [String(block["id"])] : [])),
  };
}
