import { truncateMiddle } from "../model/clamp-text.ts";
import { wordsOf, type SearchTerm } from "./search-terms.ts";

const SNIPPET_CHARACTERS = 200;

/** The words around the first place where one of the terms stands in a text, on one line; `…` where it goes on. */
export function snippetAround(text: string, terms: readonly SearchTerm[]): string {
  const place = placeOf(text, terms);
  const start = Math.max(0, place - SNIPPET_CHARACTERS / 4);
  const end = Math.min(text.length, start + SNIPPET_CHARACTERS);
  const words = truncateMiddle(text.slice(start, end), SNIPPET_CHARACTERS)
    .replaceAll(/\s+/g, " ")
    .trim();
  return `${start > 0 ? "…" : ""}${words}${end < text.length ? "…" : ""}`;
}

function placeOf(text: string, terms: readonly SearchTerm[]): number {
  const recent: number[] = [];
  const matched = terms.map(() => 0);
  for (const { word, start } of wordsOf(text)) {
    recent.push(start);
    for (const [index, term] of terms.entries()) {
      const length = matched[index] ?? 0;
      matched[index] = word === term[length] ? length + 1 : Number(word === term[0]);
      if (matched[index] === term.length) return recent.at(-term.length) ?? start;
    }
    if (recent.length > 256) recent.splice(0, 128);
  }
  return 0;
}
