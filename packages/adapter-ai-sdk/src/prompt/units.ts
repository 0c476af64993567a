import type { ModelMessage, ToolModelMessage } from "ai";

/**
 * The part of a list of messages that is one item: a message, or one result of a tool message.
 *
 * The SDK merges the results of all calls of a step into one message; each of them can be truncated by itself. The
 * messages of a language model's prompt have the same form.
 */
export type Unit = {
  readonly message: ModelMessage;
  /** Whether it belongs to the same message as the unit before it. */
  readonly continues: boolean;
};

/** Splits messages into units. */
export function unitsOf(messages: readonly ModelMessage[], start = 0): readonly Unit[] {
  const units: Unit[] = [];
  for (const message of messages.slice(start))
    if (message.role === "tool" && message.content.length > 1)
      for (const [index, part] of message.content.entries())
        units.push({ message: { ...message, content: [part] }, continues: index > 0 });
    else units.push({ message, continues: false });
  return units;
}

/** Joins units to messages. */
export function messagesOf(units: readonly Unit[]): ModelMessage[] {
  const messages: ModelMessage[] = [];
  /** The content of the last message if it is joined. */
  let joined: ToolModelMessage["content"] | null = null;
  for (const { continues, message } of units) {
    const last = messages.at(-1);
    if (!continues || message.role !== "tool" || last?.role !== "tool") {
      messages.push(message);
      joined = null;
      continue;
    }
    if (joined === null) {
      joined = [...last.content];
      messages[messages.length - 1] = { ...last, content: joined };
    }
    joined.push(...message.content);
  }
  return messages;
}
