import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { Message } from "@cutpoint/core";
import { isRecord } from "@cutpoint/core/kit";
import { fromJson, toJson } from "@cutpoint/host-kit";
import { fromMessage } from "./from-message.ts";
import { toMessage } from "./to-message.ts";
import { promptOf, type Unit, unitsOf } from "./units.ts";

/**
 * Converts the prompt of a language model to messages without loss. Each result of a tool message becomes a message.
 *
 * The original is kept in `adapterMetadata`.
 */
export function fromPrompt(prompt: LanguageModelV4Prompt): readonly Message[] {
  return unitsOf(prompt).map((unit) => ({
    ...toMessage(unit.message),
    adapterMetadata: toJson(unit),
  }));
}

/** Converts messages to the prompt of a language model. Messages of {@link fromPrompt} become what they were. */
export function toPrompt(messages: readonly Message[]): LanguageModelV4Prompt {
  return promptOf(messages.map((message) => originalOf(message) ?? newUnit(message)));
}

function originalOf({ adapterMetadata }: Message): Unit | undefined {
  if (!isRecord(adapterMetadata) || !isRecord(adapterMetadata["message"])) return undefined;
  return fromJson(adapterMetadata) as Unit;
}

function newUnit(message: Message): Unit {
  return { message: fromMessage(message), continues: false };
}
