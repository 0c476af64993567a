import type { Message, TokenEstimator } from "@cutpoint/core";
import { createCharacterEstimator } from "@cutpoint/core";
import { samples } from "../../src/estimator/samples.ts";
import type { Counting } from "./reference-estimator.ts";
import {
  countTokens,
  createReferenceEstimator,
  inPieces,
  partTokens,
} from "./reference-estimator.ts";

/** An estimator with a fault, and the id of the case that must fail. */
export type FaultyEstimator = {
  readonly fault: string;
  readonly foundBy: string;
  readonly estimator: TokenEstimator;
};

function faulty(foundBy: string, fault: string, counting: Partial<Counting>): FaultyEstimator {
  return { foundBy, fault, estimator: createReferenceEstimator(counting) };
}

/** Changes the estimate of texts. */
function texts(change: (text: string, tokens: number) => number): Partial<Counting> {
  return { text: (text) => change(text, inPieces(text)) };
}

/** Takes quadratic time. */
function quadratic(text: string): number {
  let pairs = 0;
  for (let one = 0; one < text.length; one += 1) {
    for (let other = one % 16; other < text.length; other += 16) pairs += 1;
  }
  return inPieces(text) + Math.min(0, pairs);
}

const BLIND: readonly (readonly [string, Partial<Counting>])[] = [
  ["reasoning", { part: (part, text) => (part.type === "reasoning" ? 0 : partTokens(part, text)) }],
  [
    "sealed bodies",
    {
      part: (part, text) => (part.type === "reasoning" ? text(part.text) : partTokens(part, text)),
    },
  ],
  [
    "tool names",
    {
      part: (part, text) =>
        part.type === "tool-call" ? text(part.arguments) : partTokens(part, text),
    },
  ],
  [
    "arguments",
    {
      part: (part, text) => (part.type === "tool-call" ? text(part.name) : partTokens(part, text)),
    },
  ],
  ["other parts", { part: (part, text) => (part.type === "other" ? 1 : partTokens(part, text)) }],
  ["text", { part: (part, text) => (part.type === "text" ? 1 : partTokens(part, text)) }],
  ["results", { message: (message, parts) => (message.role === "tool" ? 8 : 4 + parts) }],
];

let asked = 0;

function spoil(message: Message, parts: number): number {
  if (message.role === "user") Object.assign(message, { counted: parts });
  return 4 + parts;
}

/** Faulty estimators for every case. */
export const faultyEstimators: readonly FaultyEstimator[] = [
  faulty(
    "never-breaks",
    "throws on special tokens",
    texts((text, tokens) => {
      if (text.includes("<|endoftext|>")) throw new Error("special token");
      return tokens;
    }),
  ),
  faulty(
    "never-breaks",
    "is NaN for half characters",
    texts((text, tokens) => (text.isWellFormed() ? tokens : Number.NaN)),
  ),
  faulty("never-breaks", "throws on deep nesting", {
    part: (part, text) =>
      part.type === "other" ? text(JSON.stringify(part.value)) : partTokens(part, text),
  }),
  faulty("never-breaks", "is negative for an empty message", {
    message: (_message, parts) => parts - 1,
  }),
  faulty(
    "nothing-is-zero",
    "rounds down",
    texts((text) => Math.floor(text.length / 4)),
  ),
  faulty(
    "nothing-is-zero",
    "has an envelope for bare text",
    texts((_text, tokens) => tokens + 4),
  ),
  faulty(
    "deterministic",
    "learns while it counts",
    texts((text, tokens) => (text === "" ? 0 : tokens + (asked++ > 1000 ? 1 : 0))),
  ),
  faulty("deterministic", "stores its result in the message", { message: spoil }),
  ...BLIND.map(([fault, counting]) =>
    faulty("counts-every-part", `does not count ${fault}`, counting),
  ),
  faulty("files-are-never-free", "counts only the name of a file", {
    part: (part, text) => (part.type === "file" ? text(part.name ?? "") : partTokens(part, text)),
  }),
  faulty("files-are-never-free", "counts the bytes of inline files", {
    part: (part, text) =>
      part.type === "file"
        ? Math.floor((part.url.split(",")[1] ?? "").length / 3)
        : partTokens(part, text),
  }),
  faulty("message-is-its-parts", "counts overhead for every part", {
    part: (part, text) => 8 + partTokens(part, text),
  }),
  faulty("message-is-its-parts", "counts only the first part", {
    message: (message, parts) =>
      4 + (message.parts[0] === undefined ? parts : partTokens(message.parts[0], inPieces)),
  }),
  faulty(
    "grows-with-text",
    "looks at the first 300 characters of long texts",
    texts((text, tokens) => (text.length > 400 ? inPieces(text.slice(0, 50)) : tokens)),
  ),
  faulty(
    "grows-with-text",
    "counts more the longer a text is",
    texts((_text, tokens) => tokens * Math.sqrt(tokens)),
  ),
  faulty("linear-in-time", "compares every character with every other", { text: quadratic }),
  faulty(
    "linear-in-tokens",
    "looks no further than a page",
    texts((_text, tokens) => Math.min(tokens, 10_000)),
  ),
  faulty(
    "accuracy-hostile",
    "takes runs for words",
    texts((text, tokens) => (text.length > 10_000 ? Math.ceil(text.length / 40) : tokens)),
  ),
  ...samples.map(({ kind, text }) =>
    faulty(`accuracy-${kind}`, `counts too little of ${kind}`, {
      text: (given) => (given === text ? Math.floor(countTokens(given) * 0.6) : inPieces(given)),
    }),
  ),
  ...samples.map(({ kind, text }) =>
    faulty(`accuracy-${kind}`, `counts too much of ${kind}`, {
      text: (given) => (given === text ? Math.ceil(countTokens(given) * 1.7) : inPieces(given)),
    }),
  ),
  ...["chinese", "japanese", "log", "base64", "hex"].map((kind) => ({
    foundBy: `accuracy-${kind}`,
    fault: "counts a token for every four characters",
    estimator: createCharacterEstimator(),
  })),
];
