/** The part of a text that JSON allows as an object. */
export type ObjectScan = {
  readonly isComplete: boolean;
  /** Behind the object, or the first character that JSON does not allow there. */
  readonly end: number;
  /** The complete objects of an incomplete one, without those inside them. */
  readonly inside: readonly Range[];
};

export type Range = readonly [start: number, end: number];

/** Tokens that may follow. `first` allows the end of an empty object or list. */
type Expected = "value" | "first value" | "key" | "first key" | "colon" | "next";

const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** Checks the grammar of an object without building its value. O(n) in the characters up to `end`. */
export function scanObject(text: string, start: number): ObjectScan {
  const open: number[] = [];
  let expected: Expected = "value";
  const inside: Range[] = [];
  let at = start;
  do {
    at = skipSpace(text, at);
    const wrong = { isComplete: false, end: at, inside };
    const character = text[at];
    const isInObject = text[open.at(-1) ?? -1] === "{";
    let behind: number = at + 1;
    if (character === "{" || character === "[") {
      if (!expected.endsWith("value")) return wrong;
      open.push(at);
      expected = character === "{" ? "first key" : "first value";
    } else if (character === "}" || character === "]") {
      const opened = open.pop();
      const fits = opened !== undefined && isInObject === (character === "}");
      if (!fits || (expected !== "next" && !expected.startsWith("first"))) return wrong;
      if (isInObject && open.length > 0) addOuter(inside, [opened, behind]);
      expected = "next";
    } else if (character === ",") {
      if (expected !== "next") return wrong;
      expected = isInObject ? "key" : "value";
    } else if (character === ":") {
      if (expected !== "colon") return wrong;
      expected = "value";
    } else if (character === '"') {
      if (expected === "colon" || expected === "next") return wrong;
      const { end, isClosed } = scanString(text, at);
      if (!isClosed) return { isComplete: false, end, inside };
      behind = end;
      expected = expected.endsWith("key") ? "colon" : "next";
    } else {
      SCALAR.lastIndex = at;
      if (!expected.endsWith("value") || !SCALAR.test(text)) return wrong;
      behind = SCALAR.lastIndex;
      expected = "next";
    }
    at = behind;
  } while (open.length > 0);
  return { isComplete: true, end: at, inside: [] };
}

/** Replaces the ranges inside another one by it. */
function addOuter(ranges: Range[], outer: Range): void {
  while ((ranges.at(-1)?.[0] ?? -1) > outer[0]) ranges.pop();
  ranges.push(outer);
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && /[ \t\r\n]/.test(text[at] ?? "")) at += 1;
  return at;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;
const ESCAPE = /["\\/bfnrt]|u[\da-fA-F]{4}/y;

function scanString(
  text: string,
  start: number,
): { readonly end: number; readonly isClosed: boolean } {
  let at = start + 1;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return { end: at + 1, isClosed: true };
    if (code < SPACE) break;
    if (code === BACKSLASH) {
      ESCAPE.lastIndex = at + 1;
      if (!ESCAPE.test(text)) return { end: at + 1, isClosed: false };
      at = ESCAPE.lastIndex - 1;
    }
  }
  return { end: at, isClosed: false };
}
