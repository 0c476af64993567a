/** The tags that Cutpoint writes around texts; content that holds one of them must not be able to close ours. */
const TAG =
  /<(?=\s*(?:\/\s*)?(?:conversation|turn-prefix|previous-summary|summary|additional-context|instructions|read-files|modified-files|commands|searches|artifacts|hidden)\b)/giu;

/** A text in which none of our own tags can be read as a tag: their `<` is written `&lt;`. */
export function neutralizeTags(text: string): string {
  return text.includes("<") ? text.replace(TAG, "&lt;") : text;
}
