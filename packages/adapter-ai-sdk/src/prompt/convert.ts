import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { Message } from "@cutpoint/core";
import { fromUnits, toUnits } from "@cutpoint/host-kit";
import { unitFormat } from "./unit-format.ts";
import { promptOf, unitsOf } from "./units.ts";

/**
 * Converts the prompt of a language model to messages without loss. Each result of a tool message becomes a message.
 *
 * The original is kept in `adapterMetadata`.
 */
export function fromPrompt(prompt: LanguageModelV4Prompt): readonly Message[] {
  return fromUnits(unitsOf(prompt), unitFormat);
}

/** Converts messages to the prompt of a language model. Messages of {@link fromPrompt} become what they were. */
export function toPrompt(messages: readonly Message[]): LanguageModelV4Prompt {
  return promptOf(toUnits(messages, unitFormat));
}
