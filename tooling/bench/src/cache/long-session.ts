import { userMessage, systemMessage, type Message } from "@cutpoint/core";

const WORDS =
  "the parser keeps the tree small while every visitor asks the table for the names that a scope has bound and gives the next pass what it found there";

/** Returns words that are unique for each seed. */
function words(seed: number, count: number): string {
  const known = WORDS.split(" ");
  const said = Array.from(
    { length: count },
    (_, place) =>
      `${known[(seed * 7 + place * (1 + (seed % 5))) % known.length]}${(seed + place) % 97}`,
  );
  return said.join(" ");
}

/** The length of the session: turns, and steps per turn. Each step reads a file. */
export const TURNS = 30;
export const STEPS = 4;

/** Steps follow each other at this interval. Between turns the user pauses, sometimes for longer than a cache lives. */
export const STEP_MS = 15_000;
export const pauseBefore = (turn: number): number => (turn % 10 === 9 ? 900_000 : 90_000);

export const OPENING: Message = systemMessage(words(3, 700));

export function questionOf(turn: number): Message {
  return userMessage(`Question ${turn}: ${words(turn, 40)}?`);
}

/** Returns the text of a file: usually some hundred tokens, sometimes some thousand. */
export function resultOf(turn: number, step: number): string {
  const size = (turn * STEPS + step) % 7 === 3 ? 900 : 180;
  return words(turn * 31 + step, size);
}

export function thoughtOf(turn: number, step: number): string {
  return words(turn * 17 + step, 15);
}
