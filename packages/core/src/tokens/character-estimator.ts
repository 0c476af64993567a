import { invalidInput } from "../message/error.ts";
import type { Message, Part } from "../message/message.ts";
import type { TokenEstimator } from "./estimator.ts";

const IMAGE_TOKENS = 1_200;

export type CharacterEstimatorOptions = {
  /** Default: 4. */
  readonly charactersPerToken?: number;
};

/**
 * Creates an estimator that counts `charactersPerToken` UTF-16 units of text, reasoning, tool names and arguments as one
 * token, and a file as 1,200 tokens.
 *
 * It underestimates JSON, logs, base64 and most scripts. Use it if numbers must match those of another program.
 *
 * @throws `invalid-input` if `charactersPerToken` is not a positive number
 */
export function createCharacterEstimator(options: CharacterEstimatorOptions = {}): TokenEstimator {
  const { charactersPerToken = 4 } = options;
  if (!(charactersPerToken > 0 && Number.isFinite(charactersPerToken)))
    throw invalidInput("charactersPerToken", charactersPerToken, "expected a positive number");
  const tokens = (characters: number): number => Math.ceil(characters / charactersPerToken);
  const fileCharacters = IMAGE_TOKENS * charactersPerToken;
  return {
    name: `characters/${charactersPerToken}`,
    estimate: (message: Message) => {
      let characters = 0;
      for (const part of message.parts) characters += charactersOf(part, fileCharacters);
      return tokens(characters);
    },
    estimateText: (text) => tokens(text.length),
  };
}

function charactersOf(part: Part, fileCharacters: number): number {
  if (part.type === "text" || part.type === "reasoning") return part.text.length;
  if (part.type === "tool-call") return part.name.length + part.arguments.length;
  return part.type === "file" ? fileCharacters : jsonLength(part.value);
}

/** Returns the length of a value as JSON; 0 if it is nested too deeply. */
function jsonLength(value: unknown): number {
  try {
    return JSON.stringify(value).length;
  } catch {
    return 0;
  }
}
