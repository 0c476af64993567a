import { sortedJson } from "../../json.ts";
import type { UnitFormat } from "../../unit-format.ts";
import { fromMessage } from "./from-message.ts";
import { type AnthropicMessage, type AnthropicUnit, messagesOf, unitsOf } from "./messages.ts";
import { toMessage } from "./to-message.ts";

/** Anthropic Messages. */
export const anthropicCodec: UnitFormat<AnthropicUnit, AnthropicMessage> = {
  split: unitsOf,
  join: messagesOf,
  messageCount: ({ continues }) => (continues ? 0 : 1),
  contentOf: ({ message }) => sortedJson(message, withoutCachePoints),
  toMessage,
  fromMessage,
};

/** Apps move cache points from message to message, so they do not identify a message. */
function withoutCachePoints(key: string, value: unknown): unknown {
  return key === "cache_control" ? undefined : value;
}
