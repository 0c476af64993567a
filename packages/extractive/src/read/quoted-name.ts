import { BLANKS } from "./sentences.ts";

const CONTROL = /[\p{C}\u0085\u2028\u2029]+/gu;
/** A path with a directory or an extension, which no role has. */
const PLAIN_PATH = /^\.?[\w@~+-][\w@~./+-]*$/u;
const PATH_SIGN = /\w[/.]\w/u;

/**
 * Returns a name that comes from outside, such as a file or a tool, in a form that no role has. A path with a directory
 * or an extension does not change.
 */
export function quotedName(name: string): string {
  const plain = name.replace(CONTROL, " ").replace(BLANKS, " ").replaceAll("`", "'").trim();
  return PLAIN_PATH.test(plain) && PATH_SIGN.test(plain) ? plain : `\`${plain}\``;
}
