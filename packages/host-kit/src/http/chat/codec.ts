import { isRecord } from "@cutpoint/core/kit";
import { sortedJson } from "../../json.ts";
import type { AnswerText, UnitFormat } from "../../unit-format.ts";
import type { JsonObject } from "../wire-format.ts";
import type { ChatMessage } from "./chat-message.ts";
import { type ChatUnit, chatUnits, fromChatMessage } from "./from-chat-message.ts";
import { toChatMessage } from "./to-chat-message.ts";

/** Chat Completions. */
export const chatCodec: UnitFormat<ChatUnit, ChatMessage> = {
  split: chatUnits,
  join: (units) => units.map(({ message }) => message),
  messageCount: () => 1,
  contentOf: ({ message }) => sortedJson(message),
  answerOf: ({ message }) => (message.role === "assistant" ? chatAnswer(message) : null),
  toMessage: fromChatMessage,
  fromMessage: (message, original) => ({
    ...original?.unit,
    message: toChatMessage(
      message,
      original && { unit: original.unit.message, parts: original.parts },
    ),
  }),
};

/** Reads the text and the calls of a message. */
export function chatAnswer({ content, tool_calls: calls }: JsonObject): AnswerText {
  const parts = Array.isArray(content) ? content.filter(isRecord) : [{ text: content ?? "" }];
  return {
    text: parts.map(({ text }) => (typeof text === "string" ? text : "")).join(""),
    callIds: Array.isArray(calls) ? calls.filter(isRecord).map(({ id }) => String(id)) : [],
  };
}
