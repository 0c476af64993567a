import {
  assistantMessage,
  type Item,
  type Message,
  toolMessage,
  userMessage,
} from "@cutpoint/core";

/** `size` tokens of text by four characters a token. */
export function words(size: number, word = "word"): string {
  return word.padEnd(4, ".").slice(0, 4).repeat(size);
}

/** Items with the ids `1`, `2`, …, in the order given. */
export function itemsOf(...messages: readonly Message[]): readonly Item[] {
  return messages.map((message, index) => ({ id: String(index + 1), message }));
}

export function user(size: number, word = "user"): Message {
  return userMessage(words(size, word));
}

export function answer(size: number, word = "said"): Message {
  return assistantMessage(words(size, word));
}

export function call(callId: string, name = "read", args = "{}"): Message {
  return assistantMessage("", [{ callId, name, arguments: args }]);
}

export function result(callId: string, size: number, word = "data", name = "read"): Message {
  return toolMessage({ callId, name }, words(size, word));
}
