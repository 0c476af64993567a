import { invalidInput } from "../message/error.ts";
import type { Message, Part } from "../message/message.ts";
import type { TokenEstimator } from "./estimator.ts";

const IMAGE_TOKENS = 1_200;

export type CharacterEstimatorOptions = {
  /** Default 4. */
  readonly charactersPerToken?: number;
};

/**
 * The well-known rule of thumb: characters / 4, rounded up once a message, over text, reasoning, tool names and
 * arguments; an image or other file counts as 1,200 tokens.
 *
 * Characters are UTF-16 units. It counts too little of JSON, logs, base64 and most scripts; use it to compare, or
 * where a number must match one that another program made this way.
 *
 * @throws `invalid-input` where `charactersPerToken` is no positive number
 */
export function createCharacterEstimator(options: CharacterEstimatorOptions = {}): TokenEstimator {
  const { charactersPerToken = 4 } = options;
  if (!(charactersPerToken > 0 && Number.isFinite(charactersPerToken)))
    throw invalidInput("charactersPerToken", charactersPerToken, "it should be a positive number");
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
  switch (part.type) {
    case "text":
    case "reasoning":
      return part.text.length;
    case "tool-call":
      return part.name.length + part.arguments.length;
    case "file":
      return fileCharacters;
    default:
      return jsonLength(part.value);
  }
}

/** Characters of a value as JSON; 0 for one so deeply nested that it cannot be written. */
function jsonLength(value: unknown): number {
  try {
    return JSON.stringify(value).length;
  } catch {
    return 0;
  }
}
