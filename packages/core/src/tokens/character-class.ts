/** Classes of ASCII characters; from {@link ACCENTED} on, scripts by Unicode block. */
export const LOWER = 0;
export const UPPER = 1;
export const DIGIT = 2;
export const SPACE = 3;
const TAB = 4;
const LINE_END = 5;
export const MARK = 6;
/** Can be inside a word: `don't`. */
export const APOSTROPHE = 7;
/** Latin letters beyond ASCII in four groups: Latin-1, Extended, combining and phonetic, Additional. */
export const ACCENTED = 8;
/** The first class outside Latin words. */
export const SCRIPT = 12;

/** The symbols above the digits: `:;<=>?@[\\]^_\`{|}~`. */
const MARK_SYMBOLS: readonly number[] = [
  0x3a, 0x3b, 0x3c, 0x3d, 0x3e, 0x3f, 0x40, 0x5b, 0x5c, 0x5d, 0x5e, 0x5f, 0x60, 0x7b, 0x7c, 0x7d,
  0x7e,
];

/**
 * Ranges of code units with the name of their class; each range ends where the next begins. Ranges that a tokenizer
 * treats alike share a name. `traditional` is Han with radicals that the simplified script encodes elsewhere.
 */
const BLOCKS = `
80 signs c0 latin1 100 latin2 240 latin3 360 greek 400 cyrillic 520 armenian 580 hebrew 600 arabic
700 minor 740 arabic 780 minor 8a0 arabic 900 devanagari 980 bengali a00 gurmukhi a80 gujarati
b00 oriya b80 tamil c00 telugu c80 kannada d00 malayalam d80 sinhala e00 thai e80 lao f00 tibetan
1000 myanmar 10a0 georgian 1100 minor 1200 ethiopic 13a0 minor 1780 khmer 1800 minor 1e00 latin4
1f00 greek2 2000 punctuation 2060 symbols 2500 boxes 25a0 symbols 2c00 minor 3000 wide 3040 hiragana
30a0 katakana 3100 minor 3400 rare-han 4e00 han 7cf8 traditional 7ea0 han 898b traditional 89c1 han
8a00 traditional 8ba0 han 8c9d traditional 8d1d han 8eca traditional 8f66 han 91d1 traditional
9485 han 9580 traditional 95e8 han 9801 traditional 9875 han 98df traditional 9963 han
99ac traditional 9a6c han 9b5a traditional 9c7c han 9ce5 traditional 9e1f han a000 minor ac00 hangul
d7a0 minor d800 astral d820 emoji d840 astral dc00 low1 dd00 low2 de00 low3 de60 low4 e000 minor
f900 rare-han fb00 arabic fe00 selectors fe20 minor fe80 arabic ff00 wide`;

/** The number of classes. */
export const CLASS_COUNT: number = SCRIPT + 43;

/** Symbols for pair costs: letters without case, punctuation, one symbol for digits and one for each blank. */
export const SYMBOL_BITS = 6;

/** The class of every UTF-16 code unit and, in the low {@link SYMBOL_BITS} bits, its symbol; 0 beyond ASCII. */
export const CHARACTERS: Uint16Array = characters();

function characters(): Uint16Array {
  const classes = new Uint16Array(0x10000);
  const fill = (kind: number, from: number, to: number): void => {
    classes.fill(kind << SYMBOL_BITS, from, to);
  };
  fill(SCRIPT, 0, 0x20);
  fill(TAB, 0x09, 0x0d);
  fill(LINE_END, 0x0a, 0x0b);
  fill(LINE_END, 0x0d, 0x0e);
  fill(SPACE, 0x20, 0x21);
  fill(MARK, 0x21, 0x80);
  fill(APOSTROPHE, 0x27, 0x28);
  fill(DIGIT, 0x30, 0x3a);
  fill(UPPER, 0x41, 0x5b);
  fill(LOWER, 0x61, 0x7b);
  const numbers = new Map([["control", SCRIPT]]);
  const blocks = BLOCKS.trim().split(/\s+/);
  for (let at = 0; at < blocks.length; at += 2) {
    const [first = "", name = "", next = "10000"] = blocks.slice(at, at + 3);
    fill(numberOf(name, numbers), Number.parseInt(first, 16), Number.parseInt(next, 16));
  }
  for (let code = 0; code < 0x80; code++) {
    const kind = (classes[code] as number) >> SYMBOL_BITS;
    classes[code] = (kind << SYMBOL_BITS) | symbolOf(kind, code);
  }
  return classes;
}

function symbolOf(kind: number, code: number): number {
  if (kind <= UPPER) return code & 31;
  if (kind === DIGIT) return 27;
  if (kind < MARK) return 28 + kind - SPACE;
  return code < 0x30 ? 31 + Math.max(0, code - 0x20) : MARK_SYMBOLS.indexOf(code) + 47;
}

function numberOf(name: string, numbers: Map<string, number>): number {
  if (name.startsWith("latin")) return ACCENTED + Number(name.slice(5)) - 1;
  const known = numbers.get(name) ?? SCRIPT + numbers.size;
  numbers.set(name, known);
  return known;
}
