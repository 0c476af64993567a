import { sortedJson } from "../../json.ts";
import type { AnswerText, UnitFormat } from "../../unit-format.ts";
import { fromMessage } from "./from-message.ts";
import {
  contentOf,
  isAnswer,
  isMessage,
  type ResponsesItem,
  type ResponsesUnit,
  unitsOf,
} from "./items.ts";
import { toMessage } from "./to-message.ts";

/** Responses. */
export const responsesCodec: UnitFormat<ResponsesUnit, ResponsesItem> = {
  split: unitsOf,
  join: (units) => units.flatMap(({ items }) => items),
  messageCount: ({ items }) => items.length,
  contentOf: ({ items }) => sortedJson(items),
  answerOf: ({ items }) => (isAnswer(items[0]) ? responsesAnswer(items) : null),
  toMessage,
  fromMessage,
};

/** Reads the text and the calls of an answer. */
export function responsesAnswer(items: readonly ResponsesItem[]): AnswerText {
  return {
    text: items
      .filter(isMessage)
      .flatMap(({ content }) => contentOf(content))
      .map(({ text }) => (typeof text === "string" ? text : ""))
      .join(""),
    callIds: items.flatMap(({ call_id: callId }) => (typeof callId === "string" ? [callId] : [])),
  };
}
