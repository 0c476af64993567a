/**
 * Returns a pattern that matches whole words or phrases in any case.
 *
 * @param wide the same in languages without word boundaries
 */
export function anyOf(phrases: readonly string[], wide = ""): RegExp {
  const words = `(?<![\\p{L}\\p{N}_])(?:${phrases.join("|")})(?![\\p{L}\\p{N}_])`;
  return new RegExp(wide === "" ? words : `${words}|${wide}`, "iu");
}

/** Hides code, so that names of branches and functions are not taken for words. The length stays. */
export function withoutCode(sentence: string): string {
  if (!sentence.includes("`")) return sentence;
  return sentence.replace(/`[^`]*`/gu, (code) => "·".repeat(code.length));
}

/** Returns whether a sentence ends with a question mark. */
export function isQuestion(sentence: string): boolean {
  return /[?？]["'”’)]*\s*$/u.test(sentence);
}

/** A question without a question mark. */
const ASKS =
  /^(?:(?:\W*(?:also|and|so|but|wait|ok|okay|hmm|well|then),?\s)+\s*)?(?:why|how|who|what(?! I)|is|are|was|were|does|did|(?:do|have|can|could|would|should) (?:I|we|you|they|it))(?!\p{L})|(?<!\p{L})(?:should(?:n['’]t)? (?:I|we)|(?:is|are) any of)(?!\p{L})/iu;

/** Returns whether a sentence is a question, also without a question mark. */
export function asks(sentence: string): boolean {
  return isQuestion(sentence) || ASKS.test(withoutCode(sentence));
}

/** A count of failures in the output of a test run that is not 0. */
const FAILURES =
  /(?<![\p{L}\p{N}_.])([1-9]\d{0,5}) (?:tests? |specs? |suites? |checks? )?(?:failed|failing|failures?|errors?)(?![\p{L}\p{N}_])|(?:failed|failures|errors)["']?[:=] ?([1-9]\d{0,5})(?![\p{L}\p{N}_.])|^(?:--- )?FAIL(?:ED)?(?![\p{L}\p{N}_])/mu;

/** Returns whether the end of an output reports failures. */
export function countsFailures(output: string): boolean {
  return FAILURES.test(output.slice(-4_000));
}
