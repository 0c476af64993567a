import type { LanguageModelV4Message, LanguageModelV4Prompt } from "@ai-sdk/provider";

/**
 * The part of a prompt that is one item: a message, or one result of a tool message.
 *
 * The SDK merges the results of all calls of a step into one message; each of them can be truncated by itself.
 */
export type Unit = {
  readonly message: LanguageModelV4Message;
  /** Whether it belongs to the same message of the prompt as the unit before it. */
  readonly continues: boolean;
};

/** Splits a prompt into units. */
export function unitsOf(prompt: LanguageModelV4Prompt): readonly Unit[] {
  const units: Unit[] = [];
  for (const message of prompt)
    if (message.role === "tool" && message.content.length > 1)
      for (const [index, part] of message.content.entries())
        units.push({ message: { ...message, content: [part] }, continues: index > 0 });
    else units.push({ message, continues: false });
  return units;
}

/** Joins units to a prompt. */
export function promptOf(units: readonly Unit[]): LanguageModelV4Prompt {
  const prompt: LanguageModelV4Message[] = [];
  for (const { continues, message } of units) {
    const last = prompt.at(-1);
    if (continues && message.role === "tool" && last?.role === "tool")
      prompt[prompt.length - 1] = { ...last, content: [...last.content, ...message.content] };
    else prompt.push(message);
  }
  return prompt;
}
