import {
  assistantMessage,
  type Item,
  type Message,
  systemMessage,
  toolMessage,
  userMessage,
} from "@cutpoint/core";
import * as fc from "fast-check";
import { rarely, record } from "./record.ts";
import { hugeText, plainText, words } from "./text.ts";
import { type GeneratedCall, tidyCall } from "./tool-calls.ts";

type Step = {
  readonly text: string;
  readonly calls: readonly GeneratedCall[];
  readonly results: readonly string[];
  readonly reasoning: boolean;
};

type Turn = { readonly request: string; readonly steps: readonly Step[]; readonly answer: string };

const toolOutput: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: words(5, 120) },
  { weight: 1, arbitrary: hugeText(3_000).map((text) => text.toWellFormed()) },
);

const step: fc.Arbitrary<Step> = record({
  text: fc.oneof(fc.constant(""), plainText),
  calls: fc.array(tidyCall, { minLength: 1, maxLength: 3 }),
  results: fc.array(toolOutput, { minLength: 3, maxLength: 3 }),
  reasoning: rarely(4),
});

const turn: fc.Arbitrary<Turn> = record({
  request: plainText,
  steps: fc.array(step, { maxLength: 4, size: "max" }),
  answer: plainText,
});

export type ConversationOptions = { readonly minTurns?: number; readonly maxTurns?: number };

/**
 * Generates the conversation of a well-behaved agent.
 *
 * A system message, then turns of a request, calls with their results directly after them, and an answer. Each text
 * contains its turn, so that all texts differ.
 */
export function cleanMessages({
  minTurns = 1,
  maxTurns = 6,
}: ConversationOptions = {}): fc.Arbitrary<readonly Message[]> {
  return fc
    .tuple(fc.boolean(), fc.array(turn, { minLength: minTurns, maxLength: maxTurns, size: "max" }))
    .map(([system, turns]) => [
      ...(system ? [systemMessage("You are a careful engineer. Answer with facts.")] : []),
      ...turns.flatMap((turn, number) => turnMessages(turn, number)),
    ]);
}

/** Generates a well-behaved conversation as items. */
export function cleanConversation(options?: ConversationOptions): fc.Arbitrary<readonly Item[]> {
  return asPlainItems(cleanMessages(options));
}

/** Items with plain ids and without turn ids. */
function asPlainItems(messages: fc.Arbitrary<readonly Message[]>): fc.Arbitrary<readonly Item[]> {
  return messages.map((list) =>
    list.map((message, place) => ({ id: `i${place}`, message, at: 1_700_000_000_000 + place })),
  );
}

function turnMessages({ request, steps, answer }: Turn, number: number): readonly Message[] {
  const messages: Message[] = [userMessage(`Request ${number}: ${request}`)];
  steps.forEach(({ text, calls, results, reasoning }, place) => {
    const made = calls.map((call, index) => ({ ...call, callId: `c${number}-${place}-${index}` }));
    const said = text === "" ? "" : `Step ${number}.${place}: ${text}`;
    const answered = assistantMessage(said, made);
    const thought = `Thinking of ${number}.${place}`;
    const part = { type: "reasoning", text: thought, signature: "c2Vs" } as const;
    messages.push(reasoning ? { ...answered, parts: [part, ...answered.parts] } : answered);
    for (const [index, call] of made.entries())
      messages.push(toolMessage(call, `Result ${call.callId}: ${results[index] ?? ""}`));
  });
  return [...messages, assistantMessage(`Answer ${number}: ${answer}`)];
}

/** Windows that are much smaller than the conversations above, in tokens of four characters. */
export const smallWindow: fc.Arbitrary<number> = fc.integer({ min: 400, max: 4_000 });
