import {
  assistantMessage,
  type Message,
  systemMessage,
  toolMessage,
  userMessage,
} from "@cutpoint/core";
import { createRandom } from "../../../conformance/src/random.ts";
import type { Transcript } from "../../src/transcript/transcript.ts";

/** A tool call and its result. */
export function step(id: string, path: string, output: string, words = ""): readonly Message[] {
  const call = { callId: id, name: "read", arguments: JSON.stringify({ path }) };
  return [assistantMessage(words, [call]), toolMessage(call, output)];
}

export function transcriptOf(
  messages: readonly Message[],
  more: Partial<Transcript> = {},
): Transcript {
  return {
    id: "boats",
    kind: "coding",
    project: "harbour",
    messages,
    shown: new Map(),
    questions: [],
    summary: null,
    ...more,
  };
}

/**
 * Generates a session with long tool results at its beginning and end, user wishes between them, and work that needs
 * all parts.
 *
 * Keeping only the newest messages, or only words without context, loses on it.
 */
export function generatedSession(seed: number): Transcript {
  const next = numbers(seed);
  const pick = <Value>(values: readonly Value[]): Value => values[next(values.length)] as Value;
  const names = Array.from({ length: 60 }, (_, index) => `${pick(VERBS)}${pick(NOUNS)}${index}`);
  const file = (name: string): string => `src/${name.slice(0, 4)}/part${names.indexOf(name)}.ts`;
  const line = (name: string): string =>
    `${file(name)}: ${pick(NOUNS)} ${name} returns ${pick(NOUNS)} when the ${pick(NOUNS)} is ${pick(VERBS)}ed`;
  const filler = (count: number): string =>
    Array.from({ length: count }, () =>
      Array.from({ length: 9 }, () => pick(FILLER)).join(" "),
    ).join("\n");
  const messages: Message[] = [
    systemMessage("You mend boats."),
    userMessage(`Please mend ${pick(names)} first, and tell me what you find out about the pumps.`),
  ];
  for (let index = 0; index < 40; index += 1) {
    const told = [pick(names), pick(names)].map(line).join("\n");
    messages.push(...step(`a${index}`, file(pick(names)), `${told}\n${filler(6)}`));
    if (index % 8 === 7)
      messages.push(
        assistantMessage(`I read about ${pick(names)}.`),
        userMessage(
          `Then look at the ${pick(NOUNS)} of the harbour, and never touch ${pick(names)}.`,
        ),
      );
  }
  for (let index = 0; index < 30; index += 1) {
    const name = pick(names);
    messages.push(...step(`b${index}`, file(name), filler(4), `Now ${name} in ${file(name)}.`));
  }
  return transcriptOf(messages);
}

const VERBS = ["lift", "turn", "paint", "float", "steer", "caulk", "hoist", "moor"];
const NOUNS = ["Keel", "Mast", "Rudder", "Anchor", "Hull", "Sail", "Winch", "Bilge"];
const FILLER =
  "water wind wave salt rope wood iron tar deck cabin light night storm harbour stone coast bird fish net".split(
    " ",
  );

/** Seeded integers below a bound. */
function numbers(seed: number): (below: number) => number {
  const random = createRandom(seed * 2_654_435_761);
  return (below) => Math.floor(random() * below);
}
