import type { Json } from "@cutpoint/core";
import { wordsOf } from "../store/search-terms.ts";

const ERASED = "[erased]";

/** Yields all strings within a value, at any depth. Keys are ignored. */
export function* textsIn(value: unknown): Generator<string> {
  if (typeof value === "string") yield value;
  else if (typeof value === "object" && value !== null)
    for (const inner of Object.values(value)) yield* textsIn(inner);
}

/** Yields the words of all strings within a value. */
export function* wordsIn(value: unknown): Generator<string> {
  for (const text of textsIn(value)) for (const { word } of wordsOf(text)) yield word;
}

/** Replaces words by `[erased]`. Adjacent words share one. */
export function withoutWords(text: string, words: ReadonlySet<string>): string {
  let result = "";
  let end = 0;
  for (const found of wordsOf(text)) {
    if (!words.has(found.word)) continue;
    const between = text.slice(end, found.start);
    const isAdjacent = result.endsWith(ERASED) && !/\s/u.test(between);
    if (!isAdjacent) result += `${between}${ERASED}`;
    end = found.end;
  }
  return result + text.slice(end);
}

/** Applies {@link withoutWords} to all strings within a value. */
export function jsonWithoutWords<Value>(value: Value, words: ReadonlySet<string>): Value {
  return mapStrings(value as Json, (text) => withoutWords(text, words)) as Value;
}

function mapStrings(value: Json, map: (text: string) => string): Json {
  if (typeof value === "string") return map(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((inner: Json) => mapStrings(inner, map));
  const pairs = Object.entries(value).map(([key, inner]) => [key, mapStrings(inner, map)]);
  return Object.fromEntries(pairs) as Json;
}
