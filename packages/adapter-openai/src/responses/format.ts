import { isRecord } from "@cutpoint/core/kit";
import { requestOptions } from "@cutpoint/host-kit";
import {
  responsesCodec,
  type ResponsesItem,
  type ResponsesUnit,
  type WireFormat,
} from "@cutpoint/host-kit/http";
import { createStreamReader, readAnswer } from "./answer.ts";

/** Responses. Only the provider knows the items behind references, and what its own compaction contains. */
export const responsesFormat: WireFormat<ResponsesUnit, ResponsesItem> = {
  ...responsesCodec,
  listField: "input",
  serverFields: [
    "previous_response_id",
    "conversation",
    "prompt",
    "background",
    "context_management",
  ],
  isMessage: (element): element is ResponsesItem =>
    isRecord(element) && element["type"] !== "item_reference",
  isCompaction: ({ type }) => type === "compaction",
  readOptions: ({ instructions, model, text, tools }, leading) =>
    requestOptions(model, instructions, [
      ...(Array.isArray(tools) ? (tools as readonly unknown[]) : []),
      ...(isRecord(text) && text["format"] !== undefined ? [text["format"]] : []),
      ...leading,
    ]),
  readAnswer,
  createStreamReader,
};
