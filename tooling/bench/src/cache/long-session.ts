import { userMessage, systemMessage, type Message } from "@cutpoint/core";

const WORDS =
  "the parser keeps the tree small while every visitor asks the table for the names that a scope has bound and tells the next pass what it found there";

/** Words that no other number gives. */
function words(seed: number, count: number): string {
  const known = WORDS.split(" ");
  const said = Array.from(
    { length: count },
    (_, place) =>
      `${known[(seed * 7 + place * (1 + (seed % 5))) % known.length]}${(seed + place) % 97}`,
  );
  return said.join(" ");
}

/** How a session goes: so many turns, each with so many steps that read a file. */
export const TURNS = 30;
export const STEPS = 4;

/** Within a turn the steps follow each other, between turns the user thinks, sometimes for longer than a cache. */
export const STEP_MS = 15_000;
export const pauseBefore = (turn: number): number => (turn % 10 === 9 ? 900_000 : 90_000);

export const OPENING: Message = systemMessage(words(3, 700));

export function questionOf(turn: number): Message {
  return userMessage(`Question ${turn}: ${words(turn, 40)}?`);
}

/** What a read gives: some hundred tokens, at times some thousand. */
export function resultOf(turn: number, step: number): string {
  const size = (turn * STEPS + step) % 7 === 3 ? 900 : 180;
  return words(turn * 31 + step, size);
}

export function thoughtOf(turn: number, step: number): string {
  return words(turn * 17 + step, 15);
}
