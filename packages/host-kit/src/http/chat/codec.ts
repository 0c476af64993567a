import { sortedJson } from "../../json.ts";
import type { UnitFormat } from "../../unit-format.ts";
import type { ChatMessage } from "./chat-message.ts";
import { type ChatUnit, chatUnits, fromChatMessage } from "./from-chat-message.ts";
import { toChatMessage } from "./to-chat-message.ts";

/** Chat Completions. */
export const chatCodec: UnitFormat<ChatUnit, ChatMessage> = {
  split: chatUnits,
  join: (units) => units.map(({ message }) => message),
  messageCount: () => 1,
  contentOf: ({ message }) => sortedJson(message),
  toMessage: fromChatMessage,
  fromMessage: (message, original) => ({
    ...original?.unit,
    message: toChatMessage(
      message,
      original && { unit: original.unit.message, parts: original.parts },
    ),
  }),
};
