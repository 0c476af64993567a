import type { Json, Message, Part, TokenEstimator } from "@cutpoint/core";
import { get_encoding } from "tiktoken";

const encoding = get_encoding("o200k_base");

/** Counts exactly, but slowly for long runs. */
export function countTokens(text: string): number {
  return encoding.encode_ordinary(text).length;
}

/** Characters of each part that is counted separately, so that the time is linear. */
const PIECE = 500;

const counted = new Map<string, number>();

export function inPieces(text: string): number {
  let tokens = 0;
  for (let start = 0; start < text.length; start += PIECE) {
    const piece = text.slice(start, start + PIECE);
    const known = counted.get(piece) ?? countTokens(piece);
    counted.set(piece, known);
    tokens += known;
  }
  return tokens;
}

/** Parts of the reference that a fault can replace. */
export type Counting = {
  readonly text: (text: string) => number;
  readonly part: (part: Part, text: (text: string) => number) => number;
  readonly message: (message: Message, parts: number) => number;
};

function json(value: Json): string {
  try {
    return JSON.stringify(value);
  } catch {
    return "nested too deeply";
  }
}

export function partTokens(part: Part, text: (text: string) => number): number {
  switch (part.type) {
    case "text":
      return text(part.text);
    case "reasoning":
      return text(part.text) + Math.ceil((part.signature ?? "").length / 5);
    case "tool-call":
      return 4 + text(part.name) + text(part.arguments);
    case "file":
      return 1000;
    case "other":
      return text(json(part.value));
  }
}

/** Creates the simplest correct estimator, optionally with a fault. */
export function createReferenceEstimator(fault: Partial<Counting> = {}): TokenEstimator {
  const { text, part, message }: Counting = {
    text: inPieces,
    part: partTokens,
    message: (_message, parts) => 4 + parts,
    ...fault,
  };
  return {
    name: "reference",
    estimate(given) {
      const parts: readonly Part[] = given.parts;
      return message(
        given,
        parts.reduce((sum, next) => sum + part(next, text), 0),
      );
    },
    estimateText: text,
  };
}
