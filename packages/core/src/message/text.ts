/** The tags that Cutpoint writes around texts; content that holds one of them must not be able to close ours. */
const TAG =
  /<(?=\s*(?:\/\s*)?(?:conversation|turn-prefix|previous-summary|summary|additional-context|instructions|read-files|modified-files|commands|searches|artifacts|hidden)\b)/giu;

/** A text in which none of our own tags can be read as a tag: their `<` is written `&lt;`. */
export function escapeTags(text: string): string {
  return text.includes("<") ? text.replace(TAG, "&lt;") : text;
}

/**
 * A text of at most `maxCharacters` UTF-16 units: head and tail, with a mark between them that says how many characters
 * are left out. A text that fits is returned as it is, made well-formed.
 *
 * Cuts at a space where one is near, and never inside a surrogate pair. Where the mark itself does not fit, the head
 * alone is left.
 */
export function truncateMiddle(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text.toWellFormed();
  const room = Math.floor(maxCharacters) - stateOf(text.length).length;
  if (room < 2) return headOf(text, Math.max(0, Math.floor(maxCharacters))).toWellFormed();
  const head = headOf(text, Math.ceil(room / 2));
  const tail = tailOf(text, Math.floor(room / 2));
  const left = text.length - head.length - tail.length;
  return `${head}${stateOf(left)}${tail}`.toWellFormed();
}

function stateOf(characters: number): string {
  return `\n[… ${characters} characters left out …]\n`;
}

function headOf(text: string, length: number): string {
  const near = length - Math.min(40, length >> 1);
  for (let end = length; end > near; end -= 1) if (isSpace(text, end)) return text.slice(0, end);
  return text.slice(0, isLowSurrogate(text, length) ? length - 1 : length);
}

function tailOf(text: string, length: number): string {
  const start = text.length - length;
  const near = start + Math.min(40, length >> 1);
  for (let at = start; at < near; at += 1) if (isSpace(text, at - 1)) return text.slice(at);
  return text.slice(isLowSurrogate(text, start) ? start + 1 : start);
}

function isSpace(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === 32 || (code >= 9 && code <= 13);
}

function isLowSurrogate(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff;
}
