/** A word without the commonest English endings. */
export function stemOf(word: string): string {
  if (word.length < 4) return word;
  const stem = word
    .replace(/(?:'s|ies)$/u, "y")
    .replace(/(?<=[^s])s$|(?<=(?:sh|ch|ss|x))es$/u, "")
    .replace(/(?<=\w{3})(?:ing|ed|ion)$/u, "")
    .replace(/(?<=\w{3})(?:ly|ment|ness)$/u, "");
  return stem.replace(/([b-df-hj-np-rt-v-y])\1$/u, "$1").replace(/(?<=\w{3})e$/u, "");
}
