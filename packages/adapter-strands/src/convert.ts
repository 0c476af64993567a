import type { Message } from "@cutpoint/core";
import { fromUnits, toUnits } from "@cutpoint/host-kit";
import { Message as AgentMessage } from "@strands-agents/sdk";
import { strandsFormat, type StrandsMessage } from "./format.ts";

/**
 * Converts messages of an agent without loss. Each tool result becomes a message.
 *
 * The original is kept in `adapterMetadata`.
 */
export function fromStrandsMessages(messages: readonly AgentMessage[]): readonly Message[] {
  return fromUnits(strandsFormat.split(messages.map(dataOf)), strandsFormat);
}

/** Converts messages to those of an agent. Messages of {@link fromStrandsMessages} become what they were. */
export function toStrandsMessages(messages: readonly Message[]): AgentMessage[] {
  return strandsFormat.join(toUnits(messages, strandsFormat)).map(agentMessageOf);
}

/** Returns the JSON form of a message. */
export function dataOf(message: AgentMessage): StrandsMessage {
  return message.toJSON() as StrandsMessage;
}

/** Restores a message from its JSON form. */
export function agentMessageOf(message: StrandsMessage): AgentMessage {
  return AgentMessage.fromJSON(message as Parameters<typeof AgentMessage.fromJSON>[0]);
}
