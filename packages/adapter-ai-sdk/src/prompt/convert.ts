import type { Message } from "@cutpoint/core";
import { fromUnits, toUnits } from "@cutpoint/host-kit";
import type { ModelMessage } from "ai";
import { unitFormat } from "./unit-format.ts";
import { messagesOf, unitsOf } from "./units.ts";

/**
 * Converts messages of the SDK, or the prompt of a language model, without loss. Each result of a tool message becomes a
 * message.
 *
 * The original is kept in `adapterMetadata`.
 */
export function fromModelMessages(messages: readonly ModelMessage[]): readonly Message[] {
  return fromUnits(unitsOf(messages), unitFormat);
}

/** Converts to messages of the SDK. Messages of {@link fromModelMessages} become what they were. */
export function toModelMessages(messages: readonly Message[]): ModelMessage[] {
  return messagesOf(toUnits(messages, unitFormat));
}
