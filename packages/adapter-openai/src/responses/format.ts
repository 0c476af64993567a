import { isRecord } from "@cutpoint/core/kit";
import {
  type JsonObject,
  requestOptions,
  responsesCodec,
  type ResponsesItem,
  type ResponsesUnit,
  type WireFormat,
  type WireRequest,
} from "@cutpoint/host-kit";
import { createStreamReader, readAnswer } from "./answer.ts";

/** Responses. */
export const responsesFormat: WireFormat<ResponsesUnit> = {
  ...responsesCodec,
  listField: "input",
  readRequest,
  readAnswer,
  createStreamReader,
};

/** Fields of requests whose conversation the provider stores or compacts by itself. */
const SERVER_FIELDS = [
  "previous_response_id",
  "conversation",
  "prompt",
  "background",
  "context_management",
];

function readRequest(body: JsonObject): WireRequest<ResponsesUnit> | null {
  const items = inputItems(body["input"]);
  const isStored = SERVER_FIELDS.some((name) => (body[name] ?? false) !== false);
  if (isStored || items === null) return null;
  // Only the provider can read its own compaction.
  const start = items.findLastIndex(({ type }) => type === "compaction") + 1;
  const leading = items.slice(0, start);
  return {
    units: responsesCodec.split(items.slice(start)),
    options: optionsOf(body, leading),
    withUnits: (units) => ({
      ...body,
      input: [...leading, ...responsesCodec.join(units)],
    }),
  };
}

/** Returns the items of an input; `null` if some of them are known to the provider only. */
function inputItems(input: unknown): readonly ResponsesItem[] | null {
  if (typeof input === "string") return [{ type: "message", role: "user", content: input }];
  if (!Array.isArray(input) || !input.every(isRecord)) return null;
  return input.some(({ type }) => type === "item_reference") ? null : input;
}

/** Returns the content of a request besides its items. */
function optionsOf(
  { instructions, model, text, tools }: JsonObject,
  leading: readonly ResponsesItem[],
): WireRequest<ResponsesUnit>["options"] {
  const counted = [
    ...(Array.isArray(tools) ? (tools as readonly unknown[]) : []),
    ...(isRecord(text) && text["format"] !== undefined ? [text["format"]] : []),
    ...leading,
  ];
  return requestOptions(model, instructions, counted);
}
