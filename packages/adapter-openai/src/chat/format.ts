import { isRecord } from "@cutpoint/core/kit";
import { requestOptions } from "@cutpoint/host-kit";
import {
  chatCodec,
  type ChatMessage,
  type ChatUnit,
  isChatMessage,
  type WireFormat,
} from "@cutpoint/host-kit/http";
import { createStreamReader, readAnswer } from "./answer.ts";

/** Chat Completions. The provider stores no conversation. */
export const chatFormat: WireFormat<ChatUnit, ChatMessage> = {
  ...chatCodec,
  listField: "messages",
  serverFields: [],
  isMessage: isChatMessage,
  isCompaction: () => false,
  readOptions: ({ model, response_format: format, tools }) =>
    requestOptions(model, undefined, [
      ...(Array.isArray(tools) ? (tools as readonly unknown[]) : []),
      ...(isRecord(format) ? [format] : []),
    ]),
  readAnswer,
  createStreamReader,
};
