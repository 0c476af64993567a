import { likeness, sharedTerms, termsOf } from "./rule-terms.ts";

/** Whether two rules have the same words. */
export function isSameRule(left: string, right: string): boolean {
  const plain = (text: string): string =>
    text
      .normalize("NFKC")
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, " ")
      .trim();
  return plain(left) === plain(right);
}

/** The share of terms above which two statements are about the same thing. */
const SAME = 0.75;
const HALF = 0.5;

/** Translations of a rule are less alike: they share at most names and words of both languages. */
const ALIKE = 0.34;
const RELATED = 0.25;

/** A new value for a choice that can have only one, such as the language of the answers. */
const CHANGE =
  /(?<![\p{L}])(?:instead|actually|from now on|ab jetzt|künftig|statt|désormais|à partir de|plutôt|a partir de ahora|en vez|теперь|вместо|с этого момента|впредь)(?![\p{L}])|改|换|从现在|今后|今後|これから|代わり/iu;
const ANSWER =
  /(?<![\p{L}])(?:answer|reply|respond|speak|talk|antwort|sprich|schreib|répond|parle|écri|respond|contest|habl|escrib|отвеча|говори|пиши)\p{L}*|回答|回复|答え|返信|话|話/iu;

/** Creates a test whether an older rule is replaced by a new one: it is about the same thing, or the same choice. */
export function replacementTest(text: string): (old: string) => boolean {
  const terms = withoutNumbers(termsOf(text));
  const isChange = CHANGE.test(text);
  return (old) => {
    const before = withoutNumbers(termsOf(old));
    const isSame = sharedTerms(before, terms) >= SAME && sharedTerms(terms, before) >= SAME;
    if (isSame && likeness(old, text) > ALIKE) return true;
    if (!isChange || likeness(old, text) <= RELATED) return false;
    if (before.size > 1 && sharedTerms(before, terms) === 1) return true;
    return ANSWER.test(old) && ANSWER.test(text) && isOneChoice(before) && isOneChoice(terms);
  };
}

/** Whether a statement about answers is only about one thing, such as their language. */
function isOneChoice(terms: ReadonlySet<string>): boolean {
  return [...terms].filter((term) => !ANSWER.test(term)).length === 1;
}

function withoutNumbers(terms: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...terms].filter((term) => !/^\p{N}/u.test(term)));
}

/**
 * Returns the place of the rule that a revocation or a permission names best; -1 if it names another thing, `null` if it
 * names nothing. Of two that are named equally well, the later one.
 */
export function namedRule(text: string, rules: readonly string[]): number | null {
  const terms = termsOf(text);
  if (terms.size === 0) return null;
  let best = { place: -1, rank: 0 };
  for (const [place, rule] of rules.entries()) {
    const named = termsOf(rule);
    const score = sharedTerms(terms, named);
    const isNamed = score === 1 || (score >= HALF && sharedTerms(named, terms) >= HALF);
    const rank = score + likeness(text, rule) / 10;
    if (isNamed && rank >= best.rank) best = { place, rank };
  }
  return best.place;
}
