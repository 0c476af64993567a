import { textOf } from "@cutpoint/core";
import { shareOf } from "./retention.ts";
import type { Transcript } from "../transcript/transcript.ts";

/** A turn is kept where one line has this share of its content words. */
const ENOUGH = 0.6;
/** Words of fewer letters carry little. */
const CONTENT_WORD = /[\p{L}\p{N}]{4,}/gu;

/** The share of a chat's evidence turns that a result keeps; `null` without questions. */
export function evidenceKept({ messages, questions }: Transcript, result: string): number | null {
  if (questions.length === 0) return null;
  const lines = result.split("\n").map(contentWords);
  const known = new Map<number, boolean>();
  const isKept = (place: number): boolean => {
    const message = messages[place];
    const found = known.get(place) ?? (message !== undefined && isTold(textOf(message), lines));
    known.set(place, found);
    return found;
  };
  const turns = questions.flatMap(({ evidence }) => evidence);
  return shareOf(turns, isKept);
}

function isTold(text: string, lines: readonly ReadonlySet<string>[]): boolean {
  const words = contentWords(text);
  return lines.some((line) => shared(words, line) >= ENOUGH * words.size);
}

function shared(words: ReadonlySet<string>, line: ReadonlySet<string>): number {
  let count = 0;
  for (const word of words) if (line.has(word)) count += 1;
  return count;
}

function contentWords(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(CONTENT_WORD));
}
