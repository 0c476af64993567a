import { isRecord } from "@cutpoint/core/kit";
import {
  type ChatMessage,
  type ChatUnit,
  chatUnits,
  fromChatMessage,
  isChatMessage,
  type JsonObject,
  sortedJson,
  toChatMessage,
  type WireFormat,
  type WireRequest,
} from "@cutpoint/host-kit";
import { createStreamReader, readAnswer, textAndCalls } from "./answer.ts";

/** Chat Completions. */
export const chatFormat: WireFormat<ChatUnit> = {
  contentOf: ({ message }) => sortedJson(message),
  answerOf: ({ message }) => (message.role === "assistant" ? textAndCalls(message) : null),
  toMessage: fromChatMessage,
  fromMessage: (message, original) => ({
    ...original?.unit,
    message: toChatMessage(
      message,
      original && { unit: original.unit.message, parts: original.parts },
    ),
  }),
  readRequest,
  readAnswer,
  createStreamReader,
};

function readRequest(body: JsonObject): WireRequest<ChatUnit> | null {
  const { messages, model, response_format: format, tools } = body;
  if (!areMessages(messages)) return null;
  const definitions = [
    ...(Array.isArray(tools) ? (tools as readonly unknown[]) : []),
    ...(isRecord(format) ? [format] : []),
  ];
  return {
    units: chatUnits(messages),
    options: {
      model: String(model),
      ...(definitions.length === 0 ? {} : { tools: definitions }),
    },
    withUnits: (units) => ({ ...body, messages: units.map(({ message }) => message) }),
  };
}

function areMessages(value: unknown): value is readonly ChatMessage[] {
  return Array.isArray(value) && value.every(isChatMessage);
}
