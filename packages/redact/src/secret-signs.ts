/** Signs of secrets in a text, one bit each. One pass finds all of them, instead of one for each pattern. */
export const SIGN = {
  token: 1,
  tilde: 2,
  named: 4,
  address: 8,
  option: 16,
  element: 32,
  quoted: 64,
  run: 128,
  encoded: 256,
  invisible: 512,
};

/** A colon or an equals sign in the encoding of web addresses. */
export const ENCODED_SIGN: RegExp = /%3[ADad]/;

const RUN = 1;
const DIGIT = 2;
const NAME_END = 3;
const TILDE = 4;
const CLOSING = 5;
const QUOTE = 6;
const PERCENT = 7;
const INVISIBLE = 8;
/** The sort of each UTF-16 unit. */
const SORTS: Uint8Array = createSorts();
const LEAST_RUN = 15;
const LONGEST_PREFIX = 420;

function createSorts(): Uint8Array {
  const sorts = new Uint8Array(0x10000);
  const put = (characters: string, sort: number): void => {
    for (const character of characters) sorts[character.charCodeAt(0)] = sort;
  };
  put("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_-", RUN);
  put("0123456789", DIGIT);
  put(":=", NAME_END);
  put("~", TILDE);
  put("<", CLOSING);
  put("'", QUOTE);
  put("%", PERCENT);
  put("\u00AD\u200B\u200C\u200D\u2060\uFEFF", INVISIBLE);
  return sorts;
}

/** Returns the signs in a text. `isToken` checks a long run of letters, digits, `_` and `-` that has a digit. */
export function secretSigns(text: string, isToken: (run: string) => boolean): number {
  const { length } = text;
  const sorts = SORTS;
  let signs = 0;
  let index = 0;
  while (index < length) {
    const start = index;
    let sort = 0;
    let all = 0;
    for (; index < length; index += 1) {
      sort = sorts[text.charCodeAt(index)] ?? 0;
      if (sort === 0 || sort > DIGIT) break;
      all |= sort;
    }
    if (index > start) {
      if ((all & DIGIT) !== 0 && index - start >= LEAST_RUN)
        signs |= runSign(text, start, index, isToken);
      if (text.charCodeAt(start) === 45) signs |= optionSign(text, start, index);
    }
    if (sort > DIGIT) signs |= signAt(text, index, sort);
    index += 1;
  }
  return signs;
}

function runSign(
  text: string,
  start: number,
  end: number,
  isToken: (run: string) => boolean,
): number {
  const isAfterDot = text.charCodeAt(start - 1) === 46;
  const from = isAfterDot ? Math.max(0, start - LONGEST_PREFIX) : start;
  return SIGN.run | (isToken(text.slice(from, end)) ? SIGN.token : 0);
}

function signAt(text: string, index: number, sort: number): number {
  switch (sort) {
    case NAME_END: {
      if (text.startsWith("//", index + 1)) return SIGN.address | SIGN.named;
      if (endsName(text, index)) return SIGN.named;
      return text.startsWith("AA", index + 1) ? SIGN.tilde : 0;
    }
    case TILDE:
      return SIGN.tilde;
    case PERCENT:
      return ENCODED_SIGN.test(text.slice(index, index + 3)) ? SIGN.encoded : 0;
    case INVISIBLE:
      return SIGN.invisible;
    case CLOSING:
      return text.charCodeAt(index + 1) === 47 && index > 0 ? SIGN.element : 0;
    default:
      return text.charCodeAt(index - 1) === 32 && isNameEnd(text, index - 1) ? SIGN.quoted : 0;
  }
}

/** `-u`, `-p…`, `--password` */
function optionSign(text: string, start: number, end: number): number {
  const next = text.charAt(start + 1);
  if (next === "u") return end === start + 2 ? SIGN.option : 0;
  if (next === "p") return SIGN.option;
  return next === "-" && isNameEnd(text, end) ? SIGN.option : 0;
}

/** Whether the letters before a `:` or `=`, blanks and a quotation mark may end the name of a secret. */
function endsName(text: string, index: number): boolean {
  let end = index;
  while (end > 0 && end > index - 12 && isBetween(text.charCodeAt(end - 1))) end -= 1;
  return isNameEnd(text, end);
}

/** A blank, a tab, a quotation mark, a backtick, a backslash or `]`. */
function isBetween(code: number): boolean {
  return (
    code === 32 ||
    code === 9 ||
    code === 34 ||
    code === 39 ||
    code === 96 ||
    (code > 91 && code < 94)
  );
}

/** Two last letters of `key`, `token`, `secret`, `password`, `cookie`, … */
const NAME_ENDS: ReadonlySet<number> = new Set(
  "ey en et ss rd wd se de th on ig re al ls ie er by"
    .split(" ")
    .map((letters) => letters.charCodeAt(0) * 256 + letters.charCodeAt(1)),
);

function isNameEnd(text: string, end: number): boolean {
  if (end < 2) return false;
  const pair = (text.charCodeAt(end - 2) | 32) * 256 + (text.charCodeAt(end - 1) | 32);
  return NAME_ENDS.has(pair);
}
