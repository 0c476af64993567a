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

const ROLE =
  /^([^\p{L}\p{N}`]*)(user|human|assistant|system|developer|tool)(?=[^\p{L}\p{N}`]*[:\uff1a])/iu;

/** Quotes a role at the start of a line, which can be rendered without a label, or begin a row. */
export function withoutRole(line: string): string {
  return line.replace(ROLE, "$1`$2`");
}
