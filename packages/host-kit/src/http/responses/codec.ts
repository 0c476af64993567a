import { sortedJson } from "../../json.ts";
import type { UnitFormat } from "../../unit-format.ts";
import { fromMessage } from "./from-message.ts";
import { type ResponsesItem, type ResponsesUnit, unitsOf } from "./items.ts";
import { toMessage } from "./to-message.ts";

/** Responses. */
export const responsesCodec: UnitFormat<ResponsesUnit, ResponsesItem> = {
  split: unitsOf,
  join: (units) => units.flatMap(({ items }) => items),
  messageCount: ({ items }) => items.length,
  contentOf: ({ items }) => sortedJson(items),
  toMessage,
  fromMessage,
};
