/** ASCII letters, digits, spaces and marks; from {@link ACCENTED} up, scripts by Unicode block. */
export const LOWER = 0;
export const UPPER = 1;
export const DIGIT = 2;
export const SPACE = 3;
export const TAB = 4;
export const LINE_END = 5;
export const MARK = 6;
/** Latin letters beyond ASCII, in four groups: Latin-1, Extended, combining and phonetic, Additional. */
export const ACCENTED = 7;
/** The first class that is no part of a Latin word. */
export const SCRIPT = 11;

/**
 * Where a class of its own begins, by first code unit, in blocks of 32; it ends where the next begins.
 * One class may come more than once: what is alike to a tokenizer is told alike.
 */
const BLOCKS: readonly (readonly [first: number, className: string])[] = [
  [0x80, "signs"],
  [0xc0, "latin1"],
  [0x100, "latin2"],
  [0x240, "latin3"],
  [0x360, "greek"],
  [0x400, "cyrillic"],
  [0x520, "armenian"],
  [0x580, "hebrew"],
  [0x600, "arabic"],
  [0x700, "minor"],
  [0x740, "arabic"],
  [0x780, "minor"],
  [0x8a0, "arabic"],
  [0x900, "devanagari"],
  [0x980, "bengali"],
  [0xa00, "gurmukhi"],
  [0xa80, "gujarati"],
  [0xb00, "oriya"],
  [0xb80, "tamil"],
  [0xc00, "telugu"],
  [0xc80, "kannada"],
  [0xd00, "malayalam"],
  [0xd80, "sinhala"],
  [0xe00, "thai"],
  [0xe80, "lao"],
  [0xf00, "tibetan"],
  [0x1000, "myanmar"],
  [0x10a0, "georgian"],
  [0x1100, "minor"],
  [0x1200, "ethiopic"],
  [0x13a0, "minor"],
  [0x1780, "khmer"],
  [0x1800, "minor"],
  [0x1e00, "latin4"],
  [0x1f00, "greek2"],
  [0x2000, "punctuation"],
  [0x2060, "symbols"],
  [0x2500, "boxes"],
  [0x25a0, "symbols"],
  [0x2c00, "minor"],
  [0x3000, "wide"],
  [0x3040, "hiragana"],
  [0x30a0, "katakana"],
  [0x3100, "minor"],
  [0x3400, "rare-han"],
  [0x4e00, "han"],
  [0xa000, "minor"],
  [0xac00, "hangul"],
  [0xd7a0, "minor"],
  [0xd800, "astral"],
  [0xd820, "emoji"],
  [0xd840, "astral"],
  [0xdc00, "low1"],
  [0xdd00, "low2"],
  [0xde00, "low3"],
  [0xde60, "low4"],
  [0xe000, "minor"],
  [0xf900, "rare-han"],
  [0xfb00, "arabic"],
  [0xfe00, "selectors"],
  [0xfe20, "minor"],
  [0xfe80, "arabic"],
  [0xff00, "wide"],
];

/** How many classes there are. */
export const CLASS_COUNT: number = SCRIPT + 41;

/** The class of every UTF-16 code unit. */
export const CLASS: Uint8Array = classes();

function classes(): Uint8Array {
  const table = new Uint8Array(0x10000).fill(MARK);
  table[0x09] = TAB;
  table.fill(TAB, 0x0b, 0x0d);
  table[0x0a] = LINE_END;
  table[0x0d] = LINE_END;
  table[0x20] = SPACE;
  table.fill(DIGIT, 0x30, 0x3a);
  table.fill(UPPER, 0x41, 0x5b);
  table.fill(LOWER, 0x61, 0x7b);
  const numbers = new Map<string, number>();
  for (const [first, name] of BLOCKS) table.fill(numberOf(name, numbers), first);
  return table;
}

function numberOf(name: string, numbers: Map<string, number>): number {
  if (name.startsWith("latin")) return ACCENTED + Number(name.slice(5)) - 1;
  const known = numbers.get(name) ?? SCRIPT + numbers.size;
  numbers.set(name, known);
  return known;
}
