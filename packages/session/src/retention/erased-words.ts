import type { Json } from "@cutpoint/core";
import { wordsOf } from "../store/search-terms.ts";

/** What stands where a word was. */
const ERASED = "[erased]";

/** All texts within a value, at any depth; keys are none. */
export function* textsIn(value: unknown): Generator<string> {
  if (typeof value === "string") yield value;
  else if (typeof value === "object" && value !== null)
    for (const inner of Object.values(value)) yield* textsIn(inner);
}

/** Adds the words of all texts within a value. */
export function addWords(value: unknown, words: Set<string>): void {
  for (const text of textsIn(value)) for (const { word } of wordsOf(text)) words.add(word);
}

/** Removes the words of all texts within a value. */
export function removeWords(value: unknown, words: Set<string>): void {
  for (const text of textsIn(value)) for (const { word } of wordsOf(text)) words.delete(word);
}

/** A text with `[erased]` in the place of each of the given words, and of neighbours together. */
export function withoutWords(text: string, words: ReadonlySet<string>): string {
  let result = "";
  let end = 0;
  for (const found of wordsOf(text)) {
    if (!words.has(found.word)) continue;
    const between = text.slice(end, found.start);
    const isNeighbour = result.endsWith(ERASED) && !/\s/u.test(between);
    if (!isNeighbour) result += `${between}${ERASED}`;
    end = found.end;
  }
  return result + text.slice(end);
}

/** A value with {@link withoutWords} of all texts within it. */
export function jsonWithoutWords<Value>(value: Value, words: ReadonlySet<string>): Value {
  return mapped(value as Json, words) as Value;
}

function mapped(value: Json, words: ReadonlySet<string>): Json {
  if (typeof value === "string") return withoutWords(value, words);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((inner: Json) => mapped(inner, words));
  const pairs = Object.entries(value).map(([key, inner]) => [key, mapped(inner, words)]);
  return Object.fromEntries(pairs) as Json;
}
