import { isRecord } from "@cutpoint/core/kit";
import { requestOptions } from "@cutpoint/host-kit";
import {
  responsesCodec,
  type ResponsesItem,
  type ResponsesUnit,
  type WireFormat,
} from "@cutpoint/host-kit/http";
import { createStreamReader, readAnswer } from "./answer.ts";

/** Only the provider knows what a reference names, and compacts at a trigger. */
const SERVER_ITEMS: ReadonlySet<unknown> = new Set(["item_reference", "compaction_trigger"]);

/** Responses. Only the provider knows what its own compaction contains. */
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
    isRecord(element) && !SERVER_ITEMS.has(element["type"]),
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
