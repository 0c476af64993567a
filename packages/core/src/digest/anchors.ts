const CHUNK = /https?:\/\/[^\s"'`<>()[\]{}]{1,300}|[A-Za-z0-9_$@~./:#%+\\-]{2,}/gu;
const MAX_ANCHOR_CHARACTERS = 200;

/**
 * The exact things in a line that are worth keeping to the letter: paths, web and mail addresses, hashes and other ids,
 * versions, dates, identifiers (camel, Pascal, snake, dotted, capitals), and numbers of three digits or more. Each once, at
 * most `limit`.
 */
export function anchorsOf(line: string, limit = 16): readonly string[] {
  const anchors = new Set<string>();
  for (const chunk of line.match(CHUNK) ?? []) {
    const anchor = chunk.replace(/^[.:#%+\\-]+|[.:/#+\\,;!?-]+$/gu, "");
    if (isAnchor(anchor)) anchors.add(anchor);
    if (anchors.size >= limit) break;
  }
  return [...anchors];
}

function isAnchor(word: string): boolean {
  if (word.length < 2 || word.length > MAX_ANCHOR_CHARACTERS) return false;
  if (/^\d+$/u.test(word)) return word.length >= 3;
  if (/\d/u.test(word)) return word.length >= 3;
  if (/[/\\]/u.test(word)) return /[A-Za-z]{2}/u.test(word);
  return (
    /[A-Za-z]_[A-Za-z]|[a-z][A-Z]|[A-Z]{2}[a-z]|@[A-Za-z]|^[A-Z]{3,}$/u.test(word) ||
    /[A-Za-z_]{2}[.:#][A-Za-z_]{2}/u.test(word)
  );
}
