/** Classes of ASCII characters; from {@link ACCENTED} on, scripts by Unicode block. */
export const LOWER = 0;
export const UPPER = 1;
export const DIGIT = 2;
export const SPACE = 3;
export const MARK = 6;
/** Can be inside a word: `don't`. */
export const APOSTROPHE = 7;
/** Slashes, which begin the names of a path. */
export const SLASH = 8;
/** Latin letters beyond ASCII in four groups: Latin-1, Extended, combining and phonetic, Additional. */
export const ACCENTED = 9;
/** The first class outside Latin words. */
export const SCRIPT = 13;

/** The class of each column as a letter: `A` is 0. Columns of control characters are not used. */
const COLUMN_CLASSES =
  "JKLMAAAAAEFEEFAAAAAAAAAAAAAAAAAADGGGGGGHGGGGGGGICCCCCCCCCCGGGGGGGBBBBBBBBBBBBBBBBBBBBBBBBBBGIGGGGAAAAAAAAAAAAAAAAAAAAAAAAAAGGGGG";

/**
 * Ranges of code units with the name of their class; each range ends where the next begins. Ranges that a tokenizer
 * treats alike share a name. `traditional` is Han with radicals that the simplified script encodes elsewhere.
 */
const BLOCKS = `
80 signs c0 latin1 100 latin2 240 latin3 360 greek 400 cyrillic2 410 cyrillic 450 cyrillic2
520 armenian 590 hebrew 600 arabic 700 minor 740 arabic 780 minor 8a0 arabic 900 devanagari 980 bengali a00 gurmukhi a80 gujarati
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
export const CLASS_COUNT: number = SCRIPT + 44;

/** Symbols for pair costs: letters without case, punctuation, one symbol for digits and one for each blank. */
export const SYMBOL_BITS = 6;

/** Columns of a table: ASCII characters by code, with the classes of accented letters as the first four. */
export const COLUMN_BITS = 7;

/** The first column outside Latin words: one for each class from {@link SCRIPT} on. */
export const SCRIPT_COLUMN: number = 1 << COLUMN_BITS;

/** The column of every UTF-16 code unit. */
export const COLUMNS: Uint8Array = createColumns();

/** Returns the class of a column. */
export function classOf(column: number): number {
  return column < SCRIPT_COLUMN
    ? COLUMN_CLASSES.charCodeAt(column) - 65
    : SCRIPT + column - SCRIPT_COLUMN;
}

/** Returns the symbol of a column; 0 beyond ASCII. */
export function symbolOf(column: number): number {
  const kind = classOf(column);
  if (kind >= ACCENTED) return 0;
  if (kind <= UPPER) return column & 31;
  if (kind === DIGIT) return 27;
  if (kind < MARK) return 28 + kind - SPACE;
  if (column < 0x30) return 31 + column - 0x20;
  // The symbols above the digits, without the letters between them.
  return Math.min(63, column - (column < 0x41 ? 11 : column < 0x61 ? 37 : 63));
}

function createColumns(): Uint8Array {
  const columns = new Uint8Array(0x10000).fill(SCRIPT_COLUMN, 0, 0x20);
  for (let code = 0x20; code < 0x80; code++) columns[code] = code;
  for (let code = 0x09; code < 0x0e; code++) columns[code] = code;
  const numbers = new Map([["control", SCRIPT_COLUMN]]);
  const blocks = BLOCKS.trim().split(/\s+/);
  for (let at = 0; at < blocks.length; at += 2) {
    const [first = "", name = "", next = "10000"] = blocks.slice(at, at + 3);
    const column = columnOf(name, numbers);
    columns.fill(column, Number.parseInt(first, 16), Number.parseInt(next, 16));
  }
  return columns;
}

function columnOf(name: string, numbers: Map<string, number>): number {
  if (name.startsWith("latin")) return Number(name.slice(5)) - 1;
  const known = numbers.get(name) ?? SCRIPT_COLUMN + numbers.size;
  numbers.set(name, known);
  return known;
}
