/** The longest run, in UTF-16 units, that is passed to the tokenizer in one piece. */
export const LONGEST_RUN = 128;

const UNKNOWN = 0;
const SPACE = 1;
const WORD = 2;
const SYMBOL = 3;
/** Half of a surrogate pair. It belongs to the runs on both of its sides. */
const HALF = 4;

const kinds = new Uint8Array(0x10000);

/**
 * Splits a text so that no piece has a run of letters, spaces or symbols longer than {@link LONGEST_RUN}.
 *
 * The time of a tokenizer grows with the square of such a run. Only runs that are too long are split, and never inside
 * a surrogate pair.
 */
export function splitRuns(text: string): readonly string[] {
  const pieces: string[] = [];
  let start = 0;
  let length = 0;
  let halves = 0;
  let current = UNKNOWN;
  for (let at = 0; at < text.length; at++) {
    const kind = kindOf(text, at);
    if (kind !== current && kind !== HALF) {
      current = kind;
      length = halves;
    }
    halves = kind === HALF ? halves + 1 : 0;
    if (length >= LONGEST_RUN && !isInsidePair(text, at)) {
      pieces.push(text.slice(start, at));
      start = at;
      length = 0;
    }
    length++;
  }
  if (start < text.length) pieces.push(text.slice(start));
  return pieces;
}

function kindOf(text: string, at: number): number {
  const code = text.charCodeAt(at);
  const known = kinds[code] as number;
  if (known !== UNKNOWN) return known;
  const kind = classify(code);
  kinds[code] = kind;
  return kind;
}

function classify(code: number): number {
  if (isHalf(code)) return HALF;
  const character = String.fromCharCode(code);
  if (/\s/u.test(character)) return SPACE;
  return /[\p{L}\p{M}\p{N}]/u.test(character) ? WORD : SYMBOL;
}

function isHalf(code: number): boolean {
  return code >= 0xd800 && code < 0xe000;
}

function isInsidePair(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  const before = text.charCodeAt(at - 1);
  return code >= 0xdc00 && code < 0xe000 && before >= 0xd800 && before < 0xdc00;
}
