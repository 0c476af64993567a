import { type Message, textOf } from "@cutpoint/core";
import type { Needs } from "../reading/needs.ts";
import type { ResultText } from "./result-text.ts";
import { shareOf } from "./retention.ts";

/** A turn is kept if one line has this share of its content words. */
const ENOUGH = 0.6;
/** Shorter words carry little information. */
const CONTENT_WORD = /[\p{L}\p{N}]{4,}/gu;

/** Returns the share of evidence turns that a result keeps, or `null` if there are none. */
export function evidenceKept(
  history: readonly Message[],
  { evidence }: Needs,
  result: ResultText,
): number | null {
  if (evidence.length === 0) return null;
  const lines = result.text.split("\n").map(contentWords);
  const known = new Map<number, boolean>();
  const isKept = (place: number): boolean => {
    const message = history[place];
    const found =
      known.get(place) ?? (message !== undefined && isMentioned(textOf(message), lines));
    known.set(place, found);
    return found;
  };
  return shareOf(evidence, isKept);
}

function isMentioned(text: string, lines: readonly ReadonlySet<string>[]): boolean {
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
