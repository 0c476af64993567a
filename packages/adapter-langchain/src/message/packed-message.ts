import type { Json } from "@cutpoint/core";
import { fromJson, toJson } from "@cutpoint/host-kit";
import {
  AIMessage,
  type BaseMessage,
  ChatMessage,
  FunctionMessage,
  HumanMessage,
  SystemMessage,
  ToolMessage,
} from "@langchain/core/messages";

/** A LangChain message as JSON: its type, and its own fields that do not have their default value. */
export type PackedMessage = {
  readonly type: string;
  readonly fields: Readonly<Record<string, Json>>;
};

/** Fields that the class sets, and the call pieces of a chunk, which repeat its calls. */
const NOT_PACKED: ReadonlySet<string> = new Set([
  "lc_kwargs",
  "lc_namespace",
  "lc_serializable",
  "lc_direct_tool_output",
  "type",
  "tool_call_chunks",
]);

/** Fields that are empty by default. */
const EMPTY_BY_DEFAULT: ReadonlySet<string> = new Set([
  "additional_kwargs",
  "response_metadata",
  "tool_calls",
  "invalid_tool_calls",
]);

/** Converts a message of any class to JSON. A chunk becomes the whole message. */
export function packMessage(message: BaseMessage): PackedMessage {
  const own = Object.entries(message).filter(([key]) => !NOT_PACKED.has(key));
  const fields = Object.entries(toJson(Object.fromEntries(own)) as PackedMessage["fields"]);
  return {
    type: message.getType(),
    fields: Object.fromEntries(fields.filter(([key, json]) => !isDefault(key, json))),
  };
}

function isDefault(key: string, json: Json): boolean {
  return (
    EMPTY_BY_DEFAULT.has(key) &&
    typeof json === "object" &&
    json !== null &&
    Object.keys(json).length === 0
  );
}

/**
 * Restores a packed message in new objects.
 *
 * Fields of a subclass are set on LangChain's own class. A message of an unknown type becomes a `ChatMessage` of that
 * role.
 */
export function unpackMessage({ type, fields }: PackedMessage): BaseMessage {
  const message = blankMessage(type);
  const values = fromJson(fields) as Record<string, unknown>;
  Object.assign(message, values);
  message.lc_kwargs = {
    additional_kwargs: message.additional_kwargs,
    response_metadata: message.response_metadata,
    ...(AIMessage.isInstance(message)
      ? { tool_calls: message.tool_calls, invalid_tool_calls: message.invalid_tool_calls }
      : {}),
    ...values,
  };
  return message;
}

function blankMessage(type: string): BaseMessage {
  switch (type) {
    case "human":
      return new HumanMessage({ content: "" });
    case "ai":
      return new AIMessage({ content: "", tool_calls: [], invalid_tool_calls: [] });
    case "system":
      return new SystemMessage({ content: "" });
    case "tool":
      return new ToolMessage({ content: "", tool_call_id: "" });
    case "function":
      return new FunctionMessage({ content: "", name: "" });
    default:
      return new ChatMessage({ content: "", role: type });
  }
}
