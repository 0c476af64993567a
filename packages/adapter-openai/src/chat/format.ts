import { isRecord } from "@cutpoint/core/kit";
import {
  chatCodec,
  type ChatMessage,
  type ChatUnit,
  isChatMessage,
  type JsonObject,
  requestOptions,
  type WireFormat,
  type WireRequest,
} from "@cutpoint/host-kit";
import { createStreamReader, readAnswer } from "./answer.ts";

/** Chat Completions. */
export const chatFormat: WireFormat<ChatUnit> = {
  ...chatCodec,
  listField: "messages",
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
    units: chatCodec.split(messages),
    options: requestOptions(model, undefined, definitions),
    withUnits: (units) => ({ ...body, messages: chatCodec.join(units) }),
  };
}

function areMessages(value: unknown): value is readonly ChatMessage[] {
  return Array.isArray(value) && value.every(isChatMessage);
}
