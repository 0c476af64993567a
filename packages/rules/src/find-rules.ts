import { type RuleSigns, SIGNS } from "./rule-signs.ts";
import { INTRODUCES_RULES, statementsIn } from "./statements.ts";

/**
 * A statement about the user's rules. A `revocation` ends the rule that it names, or the newest one if it names none. A
 * `permission` ends a rule only if it names it.
 */
export type RuleStatement = {
  readonly type: "rule" | "revocation" | "permission";
  /** The sentence, verbatim. */
  readonly text: string;
};

/** Finds rules in the text of a user message, in order. */
export type FindRules = (text: string) => readonly RuleStatement[];

const QUESTION = /[?？]["'”’»)\]」』]*$/u;
const SEPARATORS = ",;:，；：、。—–()（）\n";
const REPORTED =
  /(?<![\p{L}\p{N}])(?:says?|(?<!^)states?|recommends?|reads?|wrote|(?<!^)mentions?|warns?|according\sto|stipulates?|(?<!i )(?:said|told)|(?:ge)?sagt|meint|schreibt|steht|heißt|laut|gemäß|dit|prévoit|stipule|dice|dijo|pone|prevé|estipula|пишет|говорит|сказала?|написано)(?![\p{L}\p{N}])|写着|规定|(?<![我按])要求(?!是)|(?<!我)说(?![过到])|によると|と書いて|[にと](?:言わ|頼ま)れ/u;
const REPORTED_AFTER =
  /,\s(?:(?!i\s)\p{L}+\s){0,4}(?:says|said|used to say|sagte?|dit|dice|dijo|говорит|сказала?)(?:\s\p{L}+){0,2}[.!]*$/u;
const NEGATED = /(?:don['’]?t|not|never|ne|n['’]|no|не|nicht|别|不要|不)\s*$/u;

/** Someone else than the assistant who does something. */
const SPEAKER =
  /(?<![\p{L}\p{N}])(?:(?:i|we)(?:['’](?:ll|ve|m|re))?(?!['’]|\s(?:(?:don['’]?t\s)?(?:want|need)|expect|prefer|would))|he|she|they|ich(?!\s(?:will|möchte|bitte|hätte))|wir|er|j['’]\p{L}+|je(?!\s(?:veux|voudrais|préfère))|nous|il(?!\sfaut)|elle|yo|nosotros|я(?!\sхочу)|мы|он|она|они)(?![\p{L}\p{N}])|^我(?!希望|要求|想)|我们/u;

/** A question that asks the assistant to do something. */
const REQUEST =
  /^(?:[\p{L}'’]+,?\s){0,3}(?:(?:can|could|would|will)\syou|(?:kannst|könntest)\sdu|können\ssie|peux-tu|pouvez-vous|(?:tu\speux|vous\spouvez)|puedes|podrías|можешь|能不能|可以)/u;

/** What follows is what the user asks for. */
const LEAD = /[:：]$/u;

/** Something that happens from then on. */
const THING =
  /^[,，]?\s*(?:it(?:['’]s)?|this|that|there|the|our|my|their|es|der|die|das|c['’]est|ça|unsere?|meine?|les?|la|mon|nos|notre|el|los|las|nuestr[oa])\s/u;

const PLEASE = /(?<!\p{L})(?:please|pls|bitte|stp|svp|plaît|por favor|porfa|пожалуйста)(?!\p{L})/u;

/** Begins what somebody says or writes, unless it is what the user wants. */
const CONTENT =
  /(?<!\p{L})(?<!(?:want|need|prefer|important|faut(?:\sdonc)?|veux|voudrais|préfère|quiero|prefiero|хочу|will|möchte|wichtig|лучше),?\s)(?:(?:that|dass|que|что)(?=\s)|qu['’])/u;

/** An order to write what follows a colon. */
const WRITTEN =
  /^(?:\S+\s){0,3}(?:add|write|put|mention|say|tell|reply|schreib|ergänz|füg|setz|sag|ajout|écri|dis|añad|escrib|pon|добав|напи|加|写)[^:：]*[:：]/u;

/** Begins what an order is about. */
const SUBORDINATE =
  /(?<!\p{L})(?:that|if|because|dass|weil|ob|qu(?:e|['’]\p{L}+)|si|parce|porque|что|чтобы|если)(?!\p{L})/gu;

const NOTHING = /^[\s,，]*$/u;

/** The two words after a sign, also after a comma. */
const NEXT_WORDS = /^[,，]?\s*\S+(?:\s\S+)?/u;

/** Signs that end a clause as a comma does. */
const SMILEYS = /\s*(?:\p{Extended_Pictographic}|[:;]-?[)(dp](?![\p{L}\p{N}]))/gu;

/** A permission with one of these is not a rule, and ends none. */
const ONCE =
  /(?<![\p{L}\p{N}])(?:this time|(?:just|only) (?:this )?once|let me know|yet|(?:by|until|before) (?:mon|tues|wednes|thurs|fri|satur|sun)day|bis \p{L}+tag|diesmal|cette fois|esta vez|на этот раз)(?![\p{L}\p{N}])|这次|今回|截止|曜日?まで/u;

/** After a permission: what follows is a prohibition. */
const RESTRICTS =
  /^[^,;.]{0,40}?(?<![\p{L}])(?:only|not|never|no|nur|nicht|kein\p{L}*|nie|pas|jamais|que|aucun|solo|sólo|nunca|ningún|не|никогда|только)(?![\p{L}])|^[^，。]{0,10}[不只别]/u;

/** Digits, and the small numbers that people write as words. */
const NUMBER =
  "(?:\\p{N}|~(?:one|two|three|four|five|six|ten|eine?[mnrs]?|zwei|drei|vier|fünf|zehn|une?|una|deux|trois|quatre|cinq|dix|dos|tres|cuatro|cinco|diez|одн\\p{L}{1,3}|дв\\p{L}{1,2}|тр[иеё]х?|четыр\\p{L}{1,9}|пят\\p{L}{1,9}|десят\\p{L}{1,9})(?!\\p{L})|[一两二三四五六七八九十百])";

/** Finds the sentences of a user message that state or revoke a rule. O(n) in the text. */
export const findRules: FindRules = (text) => {
  const leads = new Map<string, boolean>(); // a list may be long
  return statementsIn(text).flatMap(({ lead, own, text: sentence }): RuleStatement[] => {
    const type = typeOf(own);
    if (type !== null) return [{ type, text: sentence }];
    if (lead === null) return [];
    const isListed = leads.get(lead) ?? introducesRules(lead);
    leads.set(lead, isListed);
    return isListed ? [{ type: "rule", text: `${lead.trim()} ${sentence}` }] : [];
  });
};

/** What a lead says in brackets is about the work, not about its items. */
const introducesRules = (lead: string): boolean =>
  INTRODUCES_RULES.test(lead) || typeOf(lead.replace(/[(（][^()（）]*[)）]/gu, "")) === "rule";

function typeOf(own: string): RuleStatement["type"] | null {
  const sentence = own.normalize("NFC").toLowerCase().replaceAll("*", "").replace(SMILEYS, ", ");
  const languages = languagesOf(sentence);
  const isRule = languages.some(
    (signs) => isLasting(sentence, signs) || (!ONCE.test(sentence) && statesRule(sentence, signs)),
  );
  if (QUESTION.test(sentence)) return isRule && REQUEST.test(sentence) ? "rule" : null;
  if (languages.some(({ revoked }) => isGiven(sentence, revoked))) return "revocation";
  if (isRule) return "rule";
  return languages.some((signs) => isPermission(sentence, signs)) ? "permission" : null;
}

/** Returns the signs of the languages that a sentence can be in. */
function languagesOf(sentence: string): readonly Compiled[] {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(sentence)) return compiled("japanese");
  if (/\p{Script=Han}/u.test(sentence)) return compiled("chinese");
  if (/\p{Script=Cyrillic}/u.test(sentence)) return compiled("cyrillic");
  const languages = compiled("latin");
  const counts = languages.map(({ words }) => sentence.match(words)?.length ?? 0);
  const most = Math.max(...counts);
  return languages.filter((_, place) => counts[place] === most);
}

/** Whether a sign is in a sentence and not negated. */
function isGiven(sentence: string, sign: RegExp): boolean {
  return placesOf(sentence, sign).some((place) => !NEGATED.test(sentence.slice(0, place)));
}

/** Whether a sentence allows something from now on, without a restriction. */
function isPermission(sentence: string, { limit, permitted }: Compiled): boolean {
  if (!isGiven(sentence, permitted) || ONCE.test(sentence)) return false;
  if (sentence.search(limit) !== -1) return false;
  return !RESTRICTS.test(sentence.replace(permitted, "\0").split("\0").at(-1) ?? "");
}

/** Whether a word of duration is in a clause that is not about someone else. */
function isLasting(sentence: string, { asked, lasting }: Compiled): boolean {
  if (sentence.search(lasting) === -1) return false;
  if (!asked.test(sentence) && !LEAD.test(sentence)) return false;
  if (REPORTED_AFTER.test(sentence)) return false;
  return matchesOf(sentence, lasting).some(({ 0: sign, index: place }) => {
    const before = sentence.slice(lastSeparator(sentence, place) + 1, place);
    const after = sentence.slice(place + sign.length);
    if (isReported(sentence, place) || SPEAKER.test(before)) return false;
    if (before.trim() !== "") return true;
    const next = NEXT_WORDS.exec(after)?.[0] ?? "";
    return !SPEAKER.test(next) && (!THING.test(after) || PLEASE.test(after));
  });
}

function statesRule(sentence: string, signs: Compiled): boolean {
  const { inside, limit, limiting, opening, scope } = signs;
  return (
    statedPlaces(sentence, opening, signs).length > 0 ||
    statedPlaces(sentence, inside, signs).length > 0 ||
    isGeneralOrder(sentence, signs) ||
    (HAS_NUMBER.test(sentence) &&
      limiting.test(sentence) &&
      scope.test(sentence) &&
      statedPlaces(sentence, limit, signs).length > 0)
  );
}

/** Whether a word of generality is just before an order, or in the main clause after it. */
function isGeneralOrder(sentence: string, signs: Compiled): boolean {
  const general = matchesOf(sentence, signs.general);
  if (general.length === 0) return false;
  return statedPlaces(sentence, signs.order, signs).some((order) => {
    const clause = sentence.slice(order, nextSeparator(sentence, order));
    const ends = [signs.subject, SUBORDINATE].flatMap((sign) => placesOf(clause, sign));
    const end = order + Math.min(clause.length, ...ends);
    return general.some(({ 0: sign, index }) =>
      index < order ? NOTHING.test(sentence.slice(index + sign.length, order)) : index < end,
    );
  });
}

/** Returns the places of a sign in clauses of the user about the assistant, for more than one time. */
function statedPlaces(
  sentence: string,
  sign: RegExp,
  { excluded, subject }: Compiled,
): readonly number[] {
  const places = placesOf(sentence, sign);
  if (places.length === 0 || REPORTED_AFTER.test(sentence)) return [];
  const subjects = placesOf(sentence, subject);
  const once = placesOf(sentence, excluded)[0] ?? Infinity;
  return places.filter((place) => {
    const start = lastSeparator(sentence, place) + 1;
    const hasSubject = subjects.some((other) => other >= start && other < place);
    return !hasSubject && once > nextSeparator(sentence, place) + 2 && !isReported(sentence, place);
  });
}

/** Whether what follows is said by someone else, or is the content of a text. */
function isReported(sentence: string, place: number): boolean {
  const before = sentence.slice(0, place);
  return REPORTED.test(before) || CONTENT.test(before) || WRITTEN.test(before);
}

function matchesOf(sentence: string, sign: RegExp): readonly RegExpExecArray[] {
  if (sentence.search(sign) === -1) return []; // `matchAll` copies the pattern
  return [...sentence.matchAll(sign)];
}

function placesOf(sentence: string, sign: RegExp): readonly number[] {
  return matchesOf(sentence, sign).map(({ index }) => index);
}

/** Returns the last separator of clauses before a position; -1 without one. */
function lastSeparator(text: string, before: number): number {
  let place = before - 1;
  while (place >= 0 && !SEPARATORS.includes(text.charAt(place))) place -= 1;
  return place;
}

/** Returns the next separator of clauses; the length of the text without one. */
function nextSeparator(text: string, from: number): number {
  let place = from;
  while (place < text.length && !SEPARATORS.includes(text.charAt(place))) place += 1;
  return place;
}

type Compiled = Readonly<Record<Exclude<keyof RuleSigns, "opener" | "work"> | "limiting", RegExp>>;

const START = "(?<![\\p{L}\\p{N}])";
const END = "(?![\\p{L}\\p{N}])";

/** Without a number, the search for limits can be left out. */
const HAS_NUMBER = new RegExp(NUMBER.replaceAll("~", START), "u");

function compile(signs: RuleSigns, isSpaced: boolean): Compiled {
  const [start, end] = isSpaced ? [START, END] : ["", ""];
  const source = (text: string): string =>
    text
      .replaceAll("@", `(?:${signs.work})`)
      .replaceAll("#", `(?:${signs.order})`)
      .replaceAll("_", "\\s")
      .replaceAll("~", START);
  const anywhere = (text: string): RegExp => new RegExp(`${start}(?:${source(text)})${end}`, "gu");
  const once = (text: string): RegExp => new RegExp(anywhere(text).source, "u");
  const begin = (openers: string): string =>
    `["'“«(¡\\s]{0,9}(?:(?:${source(openers)})\\s{${isSpaced ? 1 : 0},9}){0,3}`;
  // The sign is tested before the costly look behind it.
  const opening = (text: string, openers = signs.opener): RegExp =>
    new RegExp(
      `${start}(?=(?:${source(text)})${end})(?<=(?:^|[${SEPARATORS}.])${begin(openers)})`,
      "gu",
    );
  const limit = `${start}(?:${source(signs.limit)})${end}`;
  const number = source(NUMBER);
  return {
    words: anywhere(signs.words ?? "$."),
    lasting: anywhere(signs.lasting),
    asked: once(signs.asked),
    opening: opening(signs.opening),
    inside: anywhere(signs.inside),
    order: opening(signs.order, `${signs.opener}|${signs.general}`),
    general: anywhere(signs.general),
    limit: new RegExp(`${limit}.{0,24}?${number}|${number}.{0,24}?${limit}`, "gu"),
    limiting: once(signs.limit),
    scope: once(signs.scope),
    subject: anywhere(signs.subject),
    excluded: anywhere(signs.excluded),
    revoked: anywhere(signs.revoked),
    permitted: anywhere(signs.permitted),
  };
}

const KNOWN = new Map<keyof typeof SIGNS, readonly Compiled[]>();

/** Compiles the signs of a script at their first use, since all of them take longer than the import of the rest of core. */
function compiled(script: keyof typeof SIGNS): readonly Compiled[] {
  const known =
    KNOWN.get(script) ??
    SIGNS[script].map((signs) => compile(signs, script === "latin" || script === "cyrillic"));
  KNOWN.set(script, known);
  return known;
}
