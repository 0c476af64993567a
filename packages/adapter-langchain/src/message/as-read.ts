import type { AIMessage, BaseMessage, ToolMessage } from "@langchain/core/messages";

type Fields = BaseMessage &
  Partial<Pick<AIMessage, "tool_calls" | "usage_metadata">> &
  Partial<Pick<ToolMessage, "status" | "tool_call_id">>;

/** What a message's item is made of, as it was when it was read. */
export type AsRead = Pick<
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
  /** The blocks of the content with their texts, the calls with their arguments. */
  readonly inside: readonly unknown[];
};

/** What {@link isAsRead} compares with later. */
export function asRead(message: BaseMessage): AsRead {
  const fields: Fields = message;
  const { id, name, content, additional_kwargs, response_metadata } = fields;
  const { tool_calls, usage_metadata, status, tool_call_id } = fields;
  const inside: unknown[] = [];
  if (typeof content !== "string")
    for (const block of content) inside.push(block, (block as { text?: unknown }).text);
  for (const call of tool_calls ?? []) inside.push(call, call.args);
  const fieldsRead = { id, name, content, additional_kwargs, response_metadata };
  return { ...fieldsRead, tool_calls, usage_metadata, status, tool_call_id, inside } as AsRead;
}

/** Whether every field, block and call is the very value that it was; what is changed deeper inside is not seen. */
export function isAsRead(message: BaseMessage, before: AsRead | undefined): boolean {
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
    (before.inside.length === 0 || isSameInside(fields, before.inside))
  );
}

function isSameInside({ content, tool_calls = [] }: Fields, inside: readonly unknown[]): boolean {
  const blocks = typeof content === "string" ? 0 : content.length;
  if (2 * (blocks + tool_calls.length) !== inside.length) return false;
  let place = 0;
  if (typeof content !== "string")
    for (const block of content) {
      if (block !== inside[place] || (block as { text?: unknown }).text !== inside[place + 1])
        return false;
      place += 2;
    }
  for (const call of tool_calls) {
    if (call !== inside[place] || call.args !== inside[place + 1]) return false;
    place += 2;
  }
  return true;
}
