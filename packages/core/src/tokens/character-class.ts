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

/** The class of each ASCII character as a letter: `A` is 0. Control characters but blanks have no class. */
const ASCII_CLASSES =
  "         EFEEF                  DGGGGGGHGGGGGGGICCCCCCCCCCGGGGGGGBBBBBBBBBBBBBBBBBBBBBBBBBBGIGGGGAAAAAAAAAAAAAAAAAAAAAAAAAAGGGGG";

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

export const CLASS_COUNT: number = SCRIPT + 44;

/** The bits of a class below {@link SCRIPT}. */
export const CLASS_BITS = 4;

/** Symbols for pair costs: letters without case, punctuation, one symbol for digits and one for each blank. */
export const SYMBOL_BITS = 6;

/** The first character outside Latin words: one for each class from {@link SCRIPT} on. */
const SCRIPT_CHARACTER: number = 1 << (SYMBOL_BITS + CLASS_BITS);

/**
 * What is read of every UTF-16 code unit: in Latin text its symbol (0 beyond ASCII) above its class, otherwise a number
 * from {@link SCRIPT_CHARACTER} on.
 */
export const CHARACTERS: Uint16Array = createCharacters();

/** Returns the class of a number in {@link CHARACTERS}. */
export function classOf(character: number): number {
  return character < SCRIPT_CHARACTER
    ? character & ((1 << CLASS_BITS) - 1)
    : SCRIPT + character - SCRIPT_CHARACTER;
}

function symbolOf(code: number, kind: number): number {
  if (kind <= UPPER) return code & 31;
  if (kind === DIGIT) return 27;
  if (kind < MARK) return 28 + kind - SPACE;
  if (code < 0x30) return 31 + code - 0x20;
  // The symbols above the digits, without the letters between them.
  return Math.min(63, code - (code < 0x41 ? 11 : code < 0x61 ? 37 : 63));
}

function createCharacters(): Uint16Array {
  const characters = new Uint16Array(0x10000).fill(SCRIPT_CHARACTER, 0, 0x20);
  for (let code = 0x09; code < 0x80; code++) {
    const kind = ASCII_CLASSES.charCodeAt(code) - 65;
    if (kind >= 0) characters[code] = (symbolOf(code, kind) << CLASS_BITS) | kind;
  }
  const numbers = new Map([["control", SCRIPT_CHARACTER]]);
  const blocks = BLOCKS.trim().split(/\s+/);
  for (let at = 0; at < blocks.length; at += 2) {
    const [first = "", name = "", next = "10000"] = blocks.slice(at, at + 3);
    const character = characterOf(name, numbers);
    characters.fill(character, Number.parseInt(first, 16), Number.parseInt(next, 16));
  }
  return characters;
}

function characterOf(name: string, numbers: Map<string, number>): number {
  if (name.startsWith("latin")) return ACCENTED + Number(name.slice(5)) - 1;
  const known = numbers.get(name) ?? SCRIPT_CHARACTER + numbers.size;
  numbers.set(name, known);
  return known;
}
