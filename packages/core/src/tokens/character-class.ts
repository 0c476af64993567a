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

/** The marks above the digits: `:;<=>?@[\\]^_\`{|}~`. */
const MARK_SYMBOLS: readonly number[] = [
  0x3a, 0x3b, 0x3c, 0x3d, 0x3e, 0x3f, 0x40, 0x5b, 0x5c, 0x5d, 0x5e, 0x5f, 0x60, 0x7b, 0x7c, 0x7d,
  0x7e,
];

/** Han under radicals that the simplified script writes in another way, elsewhere. */
const TRADITIONAL: readonly (readonly [first: number, next: number])[] = [
  [0x7cf8, 0x7ea0],
  [0x898b, 0x89c1],
  [0x8a00, 0x8ba0],
  [0x8c9d, 0x8d1d],
  [0x8eca, 0x8f66],
  [0x91d1, 0x9485],
  [0x9580, 0x95e8],
  [0x9801, 0x9875],
  [0x98df, 0x9963],
  [0x99ac, 0x9a6c],
  [0x9b5a, 0x9c7c],
  [0x9ce5, 0x9e1f],
];

/**
 * Where a class of its own begins, by first code unit; it ends where the next begins.
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
  ...TRADITIONAL.flatMap(
    ([first, next]) =>
      [
        [first, "traditional"],
        [next, "han"],
      ] as const,
  ),
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
export const CLASS_COUNT: number = SCRIPT + 42;

/** Symbols that pairs are made of: letters without their case, marks, and one each for digits and blanks. */
export const SYMBOL_BITS = 6;

/** For every UTF-16 code unit its class and, in the low {@link SYMBOL_BITS} bits, its symbol; 0 beyond ASCII. */
export const CHARACTERS: Uint16Array = characters();

function characters(): Uint16Array {
  const classes = new Uint16Array(0x10000).fill(MARK);
  classes[0x09] = TAB;
  classes.fill(TAB, 0x0b, 0x0d);
  classes[0x0a] = LINE_END;
  classes[0x0d] = LINE_END;
  classes[0x20] = SPACE;
  classes.fill(DIGIT, 0x30, 0x3a);
  classes.fill(UPPER, 0x41, 0x5b);
  classes.fill(LOWER, 0x61, 0x7b);
  const numbers = new Map<string, number>();
  for (const [first, name] of BLOCKS) classes.fill(numberOf(name, numbers), first);
  return classes.map(
    (kind, code) => (kind << SYMBOL_BITS) | (code < 0x80 ? symbolOf(kind, code) : 0),
  );
}

function symbolOf(kind: number, code: number): number {
  if (kind <= UPPER) return code & 31;
  if (kind === DIGIT) return 27;
  if (kind !== MARK) return 28 + kind - SPACE;
  return code < 0x30 ? 31 + Math.max(0, code - 0x20) : MARK_SYMBOLS.indexOf(code) + 47;
}

function numberOf(name: string, numbers: Map<string, number>): number {
  if (name.startsWith("latin")) return ACCENTED + Number(name.slice(5)) - 1;
  const known = numbers.get(name) ?? SCRIPT + numbers.size;
  numbers.set(name, known);
  return known;
}
