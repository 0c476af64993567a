/** The tags that Cutpoint writes around texts. */
const TAGS = [
  "conversation",
  "turn-prefix",
  "previous-summary",
  "earlier-summaries",
  "summary",
  "additional-context",
  "instructions",
  "user-rules",
  "revoked-rules",
  "user-messages",
  "pinned-message",
  "reminder",
  "read-files",
  "modified-files",
  "commands",
  "searches",
  "artifacts",
  "hidden",
] as const;

/** Characters that are not visible, so that a tag with them looks like one without. */
const HIDDEN = String.raw`[\p{Cf}\p{M}\u115f\u1160\u3164\uffa0]*`;

/** Creates a pattern at its first use, since that takes as long as the import of several modules. */
function atFirstUse(create: () => RegExp): () => RegExp {
  let pattern: RegExp | undefined;
  return () => (pattern ??= create());
}

const tag = atFirstUse(
  () =>
    new RegExp(
      `[<\\ufe64\\uff1c](?=[\\s\\p{Cf}]*(?:[/\\uff0f][\\s\\p{Cf}]*)?(?:${lookAlikes(TAGS)})(?![\\p{L}\\p{N}_-]))`,
      "giu",
    ),
);

/** Returns the source of a pattern for texts that look like one of these. A space matches any blank. */
function lookAlikes(texts: readonly string[]): string {
  const blank = String.raw`[\s\p{Cf}\p{M}\u0085]*`;
  return texts
    .map((text) =>
      text
        .split(" ")
        .map((word) => word.split("").join(HIDDEN))
        .join(blank),
    )
    .join("|");
}

/** Escapes Cutpoint's own tags in a text, so that content cannot open or close them: `<` becomes `&lt;`. */
export function escapeTags(text: string): string {
  return /[<\ufe64\uff1c]/u.test(text) ? text.replace(tag(), "&lt;") : text;
}

const MOST_NAME_CHARACTERS = 80;

/** Returns a name from outside as it can be quoted in a tag or a label. */
export function quotableName(name: string): string {
  return name.slice(0, MOST_NAME_CHARACTERS).replace(/[^\p{L}\p{N}_.:/@ -]/gu, "_");
}

/** The names in front of the messages of a transcript. */
const LABELS = [
  "System",
  "User",
  "Host",
  "Earlier summary",
  "Assistant",
  "Assistant reasoning",
  "Assistant tool calls",
  "Tool result",
] as const;

const label = atFirstUse(
  () =>
    new RegExp(
      String.raw`(?<=(?:^|[\u0085\v\f])(?:[^\S\r\n\u2028\u2029\v\f]|\p{Cf})*)[\[\uff3b](?=${HIDDEN}(?:${lookAlikes(LABELS)})(?:[\s\p{Cf}\p{M}][^\]\uff3d\r\n]{0,${MOST_NAME_CHARACTERS}})?[\s\p{Cf}\p{M}]*[\]\uff3d][\s\p{Cf}\p{M}]*[:\uff1a])`,
      "gimu",
    ),
);

/** Escapes the labels of a transcript at the start of a line, so that content cannot begin a message. */
export function escapeLabels(text: string): string {
  return /[[\uff3b]/u.test(text) ? text.replace(label(), "\\$&") : text;
}

/**
 * Cuts the middle out of a text longer than `maxCharacters` UTF-16 units and inserts a note with the number of removed
 * characters. The result is well-formed.
 *
 * Cuts at a space if one is near, and never inside a surrogate pair. If the note does not fit, only the start is kept.
 */
export function truncateMiddle(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text.toWellFormed();
  const room = Math.floor(maxCharacters) - noteText(text.length).length;
  if (room < 2) return startOf(text, Math.max(0, Math.floor(maxCharacters))).toWellFormed();
  const start = startOf(text, Math.ceil(room / 2));
  const end = endOf(text, Math.floor(room / 2));
  const removed = text.length - start.length - end.length;
  return `${start}${noteText(removed)}${end}`.toWellFormed();
}

function noteText(characters: number): string {
  return `\n[… ${characters} characters left out …]\n`;
}

function startOf(text: string, length: number): string {
  const near = length - Math.min(40, length >> 1);
  for (let end = length; end > near; end -= 1) if (isSpace(text, end)) return text.slice(0, end);
  return text.slice(0, isLowSurrogate(text, length) ? length - 1 : length);
}

function endOf(text: string, length: number): string {
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
