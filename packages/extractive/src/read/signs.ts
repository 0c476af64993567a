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

/** A cause, a corrected belief, a decision or a result, in the languages of the sections and Russian. */
const CONCLUSION: RegExp = anyOf(
  [
    "because|due to|caused by|causes?|the reason|which means|that means|therefore|turns? out|turned out|it looks like|confirmed|the (?:actual |real |only |key |main )?(?:bug|issue|problem|fix|culprit|difference|gap|cause)|actually|in fact|already|instead of|rather than|no longer|cannot|can['’]t|(?:do|does|did|is|are|was|were|has|have)n['’]t|(?:do|does|did|is|are|was|were) not|missing|fails|failed|decided|chose",
    "weil|wegen|Ursache|Grund|liegt (?:daran|an)|dadurch|deshalb|daher|stellte? sich|bestätigt|statt|nicht mehr|bereits|tatsächlich|fehlt|entschieden",
    "parce que?|puisque|cause|raison|donc|confirmé|au lieu|déjà|en fait|manque|décidé|porque|debido|causa|motivo|por eso|resulta|confirmado|en lugar|ya no|falta|decidido",
    "perché|quindi|invece|già|manca|deciso|por isso|em vez|já|потому|причина|поэтому|оказалось|вместо|уже",
  ],
  "因为|因此|所以|原因|导致|确认|而不是|已经|ため|ので|代わり|すでに",
);
/** What the model is about to do. */
const ANNOUNCEMENT: RegExp = anyOf([
  "let me|let['’]s|I['’]ll|I will|I['’]m (?:going|now|also)|now I|ich werde|jetzt|je vais|voy a|vado a|vou",
]);

/** Returns whether a sentence states a cause, a decision or a result, and announces no step. */
export function concludes(sentence: string): boolean {
  const words = withoutCode(sentence);
  return CONCLUSION.test(words) && !ANNOUNCEMENT.test(words) && !isQuestion(words);
}

const PROBLEM =
  /error|fail|exception|traceback|panic|fatal|denied|cannot|can't|not found|no such|undefined|unexpected|invalid|timed? ?out|refused|fehler|erreur|échec|错误|失败|エラー/iu;

/** Returns whether a line of output names a problem. */
export function statesProblem(line: string): boolean {
  return PROBLEM.test(line);
}

/** A count of failures in the output of a test run that is not 0. */
const FAILURES =
  /(?<![\p{L}\p{N}_.])([1-9]\d{0,5}) (?:tests? |specs? |suites? |checks? )?(?:failed|failing|failures?|errors?)(?![\p{L}\p{N}_])|(?:failed|failures|errors)["']?[:=] ?([1-9]\d{0,5})(?![\p{L}\p{N}_.])|^(?:--- )?FAIL(?:ED)?(?![\p{L}\p{N}_])/mu;

/** Returns whether the end of an output reports failures. */
export function countsFailures(output: string): boolean {
  return FAILURES.test(output.slice(-4_000));
}
