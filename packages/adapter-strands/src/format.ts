import { sortedJson, type UnitFormat } from "@cutpoint/host-kit";
import {
  anthropicCodec,
  type AnthropicBlock,
  type AnthropicMessage,
  type AnthropicUnit,
} from "@cutpoint/host-kit/http";
import { fromBlock, type StrandsBlock, toBlock } from "./block.ts";

/** A message of an agent in its JSON form. */
export type StrandsMessage = {
  readonly role: "user" | "assistant";
  readonly content: readonly StrandsBlock[];
};

/** Messages of an agent. They have the structure of Anthropic Messages, so they are converted to it. */
export const strandsFormat: UnitFormat<AnthropicUnit, StrandsMessage> = {
  toMessage: anthropicCodec.toMessage,
  fromMessage: anthropicCodec.fromMessage,
  messageCount: anthropicCodec.messageCount,
  split: (messages, start) => anthropicCodec.split(messages.map(toWire), start),
  join: (units) => joinUserMessages(anthropicCodec.join(units).map(fromWire)),
  // Ids of messages and cache points do not identify their content.
  contentOf: ({ message: { content, role } }) =>
    sortedJson(
      { role, content: blocksOf(content).filter(({ type }) => type !== "cachePoint") },
      (key, value) => (key === "strands" ? undefined : value),
    ),
};

function toWire(message: StrandsMessage): AnthropicMessage {
  return { ...message, content: message.content.map(toBlock) };
}

function fromWire(message: AnthropicMessage): StrandsMessage {
  const role = message.role === "assistant" ? "assistant" : "user";
  return { ...message, role, content: blocksOf(message.content).map(fromBlock) };
}

function blocksOf(content: AnthropicMessage["content"]): readonly AnthropicBlock[] {
  return typeof content === "string" ? [{ type: "text", text: content }] : content;
}

/** Bedrock expects that user and assistant take turns. */
function joinUserMessages(messages: readonly StrandsMessage[]): readonly StrandsMessage[] {
  const runs: [StrandsMessage, ...StrandsMessage[]][] = [];
  for (const message of messages) {
    const last = runs.at(-1);
    if (last?.[0].role === "user" && message.role === "user") last.push(message);
    else runs.push([message]);
  }
  return runs.map(([first, ...rest]) =>
    rest.length === 0
      ? first
      : { ...first, content: [first, ...rest].flatMap(({ content }) => content) },
  );
}
