const WORD = /[\p{L}\p{N}_]+/gu;
const WORD_CHARACTER = /[\p{L}\p{N}_]/u;

/** Finds phrases at word boundaries without scanning the text again, and remembers where they are. */
export type TextIndex = {
  readonly text: string;
  /** Returns the offsets of a phrase, in UTF-16 units. Case-sensitive. */
  find(phrase: string): readonly number[];
  has(phrase: string): boolean;
  /** Returns the line number of an offset. */
  lineAt(offset: number): number;
  /** Returns the length of a line, in UTF-16 units. */
  lineLength(line: number): number;
};

type Place = { readonly word: string; readonly offset: number };

export function createTextIndex(text: string): TextIndex {
  const places = new Map<string, number[]>();
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const known = places.get(word);
    if (known === undefined) places.set(word, [index]);
    else known.push(index);
  }
  const starts = lineStarts(text);
  const search = (phrase: string): readonly number[] => {
    const rarest = rarestOf(phrase, places);
    if (rarest === null) return [];
    return (places.get(rarest.word) ?? [])
      .map((place) => place - rarest.offset)
      .filter((start) => start >= 0 && isPhraseAt(text, phrase, start));
  };
  const found = new Map<string, readonly number[]>();
  return {
    text,
    find: (phrase) => {
      const offsets = found.get(phrase) ?? search(phrase);
      found.set(phrase, offsets);
      return offsets;
    },
    has: (phrase) => {
      const rarest = rarestOf(phrase, places);
      if (rarest === null) return false;
      return (places.get(rarest.word) ?? []).some(
        (place) => place >= rarest.offset && isPhraseAt(text, phrase, place - rarest.offset),
      );
    },
    lineAt: (offset) => lastAtMost(starts, offset),
    lineLength: (line) => (starts[line + 1] ?? text.length + 1) - 1 - (starts[line] ?? 0),
  };
}

/** Returns the index of the last number that is not greater than a value. */
export function lastAtMost(ascending: readonly number[], value: number): number {
  let low = 0;
  let high = ascending.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((ascending[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

/** Returns the word of a phrase with the fewest occurrences, or `null` if a word is missing. */
function rarestOf(phrase: string, places: ReadonlyMap<string, readonly number[]>): Place | null {
  let rarest: Place | null = null;
  let fewest = Number.POSITIVE_INFINITY;
  for (const { 0: word, index: offset } of phrase.matchAll(WORD)) {
    const count = places.get(word)?.length ?? 0;
    if (count === 0) return null;
    if (count < fewest) rarest = { word, offset };
    fewest = Math.min(fewest, count);
  }
  return rarest;
}

/** The words of the phrase are whole words already. Punctuation at its ends needs no word boundary. */
function isPhraseAt(text: string, phrase: string, start: number): boolean {
  if (!text.startsWith(phrase, start)) return false;
  const end = start + phrase.length;
  return (
    !(isWord(text, start) && isWord(text, start - 1)) &&
    !(isWord(text, end - 1) && isWord(text, end))
  );
}

function isWord(text: string, at: number): boolean {
  return WORD_CHARACTER.test(text.charAt(at));
}
