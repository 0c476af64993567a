import { SIGNS } from "./rule-signs.ts";

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+/gu;
const CONTENT = /[\p{Script=Han}\p{Script=Katakana}]/u;
const PAIR = /^[\p{Script=Han}\p{Script=Katakana}]{1,2}$/u;
/** Characters of Chinese that say nothing about a topic. */
const PARTICLES = /[的了你您我请在就也都把被和与是吗呢吧这那有很用要会起]/gu;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** The signs of rules without those that name a topic, and words of no content. */
const TABLE = Object.values(SIGNS)
  .flat()
  .flatMap(({ general, lasting, limit, opener, permitted, revoked, subject }) => [
    general,
    lasting,
    limit,
    opener,
    permitted,
    revoked,
    subject,
  ])
  .join("|");
const COMMON =
  "the this that these those for with from into about what said rule rules any more again anymore use using your mine must should don not avoid stop keep prefer only please " +
  "der die das den dem ein eine einen mit für von auf über regel regeln verwenden verwende benutzen deine deinen wieder mehr nicht kein keine keinen nur musst sollst darfst " +
  "les des une pour avec dans sur que règle utiliser utilise emploie plus nouveau pas dois doit évite évitez uniquement bon finalement " +
  "los las una para con por sobre que regla lo usar uses usa utilizar nuevo más debes debe evita solo sólo " +
  "правило правила про для использовать используй снова больше должен должна нужно только";
const IGNORED = new Set([...(TABLE.toLowerCase().match(WORD) ?? []), ...COMMON.split(" ")]);
const IGNORED_RUNS = new RegExp(
  [
    ...new Set([
      ...(TABLE.match(UNSPACED) ?? []),
      "规则",
      "规定",
      "规矩",
      "现在",
      "使用",
      "始终",
      "回答",
      "回复",
      "必须",
      "不要",
      "ルール",
      "という",
      "ください",
    ]),
  ]
    .filter((run) => run.length > 1)
    .toSorted((left, right) => right.length - left.length)
    .join("|"),
  "gu",
);

/** Returns the words of a statement that say what it is about, and pairs of characters in Chinese and Japanese. */
export function termsOf(text: string): ReadonlySet<string> {
  const lower = text.normalize("NFKC").toLowerCase();
  const pairs = pairsIn(lower.replace(IGNORED_RUNS, " ").replace(PARTICLES, " "));
  const terms = wordsIn(lower).filter(
    (word) => !IGNORED.has(word) && (word.length > 2 || /\p{N}/u.test(word)),
  );
  return new Set([...terms, ...pairs.filter((pair) => PAIR.test(pair))]);
}

/**
 * Returns how alike two statements are in wording, from 0 to 1. Statements in different languages are hardly alike, even
 * if they are about the same thing.
 */
export function likeness(left: string, right: string): number {
  const [one, other] = [left, right].map((text) => {
    const lower = text.normalize("NFKC").toLowerCase();
    return new Set([...wordsIn(lower), ...pairsIn(lower)]);
  });
  if (one === undefined || other === undefined) return 0;
  return Math.max(sharedTerms(one, other), sharedTerms(other, one));
}

function wordsIn(lower: string): readonly string[] {
  return lower.replace(UNSPACED, " ").match(WORD) ?? [];
}

function pairsIn(lower: string): readonly string[] {
  return (lower.match(UNSPACED) ?? []).flatMap((run) => {
    const characters = Array.from(run);
    if (characters.length === 1) return CONTENT.test(run) ? [run] : [];
    return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
  });
}

/** Returns the share of some terms that others contain, allowing for different endings. */
export function sharedTerms(terms: ReadonlySet<string>, others: ReadonlySet<string>): number {
  if (terms.size === 0) return 0;
  const shared = [...terms].filter(
    (term) => others.has(term) || [...others].some((other) => isSameStem(term, other)),
  );
  return shared.length / terms.size;
}

function isSameStem(left: string, right: string): boolean {
  let length = 0;
  while (length < left.length && left[length] === right[length]) length += 1;
  return length >= 4 && length >= 0.6 * Math.max(left.length, right.length);
}
