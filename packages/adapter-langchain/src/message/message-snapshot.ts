import type { AIMessage, BaseMessage, ToolMessage } from "@langchain/core/messages";

type Fields = BaseMessage &
  Partial<Pick<AIMessage, "tool_calls" | "usage_metadata">> &
  Partial<Pick<ToolMessage, "status" | "tool_call_id">>;

/** The fields of a message that its item was read from. */
export type MessageSnapshot = Pick<
  Fields,
  | "id"
  | "name"
  | "content"
  | "additional_kwargs"
  | "response_metadata"
  | "tool_calls"
  | "usage_metadata"
  | "status"
  | "tool_call_id"
> & {
  /** The blocks of the content with their texts, and the calls with their arguments. */
  readonly nested: readonly unknown[];
};

/** Returns the fields of a message, to compare with {@link matchesSnapshot} later. */
export function takeSnapshot(message: BaseMessage): MessageSnapshot {
  const fields: Fields = message;
  const { id, name, content, additional_kwargs, response_metadata } = fields;
  const { tool_calls, usage_metadata, status, tool_call_id } = fields;
  const nested: unknown[] = [];
  if (typeof content !== "string")
    for (const block of content) nested.push(block, (block as { text?: unknown }).text);
  for (const call of tool_calls ?? []) nested.push(call, call.args);
  const copied = { id, name, content, additional_kwargs, response_metadata };
  return { ...copied, tool_calls, usage_metadata, status, tool_call_id, nested } as MessageSnapshot;
}

/**
 * Returns whether every field, block and call is still the same value.
 *
 * Deeper changes inside a block or an argument are not found.
 */
export function matchesSnapshot(
  message: BaseMessage,
  before: MessageSnapshot | undefined,
): boolean {
  const fields: Fields = message;
  return (
    before !== undefined &&
    fields.content === before.content &&
    fields.id === before.id &&
    fields.tool_calls === before.tool_calls &&
    fields.usage_metadata === before.usage_metadata &&
    fields.response_metadata === before.response_metadata &&
    fields.additional_kwargs === before.additional_kwargs &&
    fields.name === before.name &&
    fields.status === before.status &&
    fields.tool_call_id === before.tool_call_id &&
    (before.nested.length === 0 || hasSameNested(fields, before.nested))
  );
}

function hasSameNested({ content, tool_calls = [] }: Fields, nested: readonly unknown[]): boolean {
  const blocks = typeof content === "string" ? 0 : content.length;
  if (2 * (blocks + tool_calls.length) !== nested.length) return false;
  let index = 0;
  if (typeof content !== "string")
    for (const block of content) {
      if (block !== nested[index] || (block as { text?: unknown }).text !== nested[index + 1])
        return false;
      index += 2;
    }
  for (const call of tool_calls) {
    if (call !== nested[index] || call.args !== nested[index + 1]) return false;
    index += 2;
  }
  return true;
}
