import { anyOf, isQuestion, withoutCode } from "../read/signs.ts";
import { statesSuccess } from "./outcome.ts";

/** Rules and wishes in English, German, French, Spanish, Italian, Portuguese, Chinese and Japanese. */
const RULE: RegExp = anyOf([
  "must(?:n['’]t)?(?! have|['’]ve)|should(?:n['’]t)?(?! have|['’]ve)(?! be (?:an? )?(?:good|great|fine|fun|nice|ok|okay|peaceful))|can (?:never|only)|make sure|required?|not allowed|at (?:most|least)|no more than",
  "(?:I|we) (?:really )?(?:want|need|prefer|would (?:like|prefer)|(?:don['’]?t|do not) (?:want|need|like))|(?:I|we)['’]d (?:really )?(?:rather|prefer|like)|we no longer|(?:use|do|run|touch|change|edit|show|keep|write) only|only (?:use|if|when|for|run|change|edit|touch|show|allow)",
  "muss|müssen|musst|müsst|darf|dürfen|nie(?:mals)?|immer|bitte nicht|nur|bevorzug\\p{L}*|vermeide\\p{L}*|keine?[nmrs]?|soll(?:en|te|test|ten)?|mindestens|höchstens|unbedingt",
  "doi[ts]|devez|doivent|jamais|toujours|préfèr\\p{L}*|préfér\\p{L}*|ne \\p{L}+ pas|n['’]\\p{L}+ pas|seulement|uniquement|évite\\p{L}*|au moins|au plus|il faut",
  "deben?|debes|nunca|siempre|prefier\\p{L}*|prefer\\p{L}*|no \\p{L}+(?:es|as|éis|áis)|sol[oa]|sólo|únicamente|evit[ae]\\p{L}*|al menos|como máximo|hay que",
  "dev(?:e|em|ono)|mai|sempre|soltanto|apenas|somente",
]);
/** An instruction at the start of a clause. */
const INSTRUCTION =
  /(?:^[\s+*-]*|[,;:.–—]\s+|(?<![\p{L}\p{N}_])(?:and|but|so|please|also|then|just|ok|okay|you)\s+)(?:don['’]?t|do not|never|always|avoid|prefer|ensure|only|no longer)\s+(?!think|know|see|understand|remember|worry|get|have|\p{L}+ed(?!\p{L}))\p{L}/iu;
/** A question, also without a question mark. */
const ASKS =
  /^(?:(?:\W*(?:also|and|so|but|wait|ok|okay|hmm|well|then),?\s)+\s*)?(?:why|how|who|what(?! I)|is|are|was|were|does|did|(?:do|have|can|could|would|should) (?:I|we|you|they|it))(?!\p{L})|(?<!\p{L})should(?:n['’]t)? (?:I|we)(?!\p{L})/iu;
const RULE_WIDE =
  /必须|必須|不要|不得|不能|始终|总是|只能|务必|请勿|绝不|必ず|だけ|絶対|ないで|禁止/u;

const NEXT: RegExp = anyOf([
  "next (?:steps?|up|I|we|is|comes)|I['’]ll|I will|I['’]m going to|let me(?! know)|(?:I|we|you|it) (?:still )?(?:need|have) to|remaining (?:work|steps?|tasks?|items?)|to-?do|still (?:need|have|to)|follow-?up",
  "als Nächstes|nächste\\p{L}*|danach|noch zu|ich werde|muss noch|ensuite|prochaine?|je vais|reste à|luego|próxim\\p{L}*|a continuación|voy a|falta|poi|prossim\\p{L}*",
]);
const STARTS_NEXT = /^\W*(?:next|then)(?!\p{L})/iu;
const NOT_NEXT = anyOf(["(?:don['’]?t|do not|doesn['’]t|no|not|without) (?:need|have)(?: to)?"]);
const NEXT_WIDE = /接下来|下一步|然后|还需要|次に|これから/u;

/** Words of a sentence about something that is not finished. */
const HEDGE = anyOf([
  "should|must|needs?|would|could|might|may|will|not|\\p{L}+n['’]t|yet|until|unless|if|to be|going to|nicht|noch|soll\\p{L}*|muss|pas|doit|falta",
]);
/** Returns whether a sentence is a question, also without a question mark. */
export function asks(sentence: string): boolean {
  return isQuestion(sentence) || ASKS.test(withoutCode(sentence));
}

/** Returns whether a sentence states a rule or a wish. */
export function statesRule(sentence: string): boolean {
  const words = withoutCode(sentence);
  if (asks(words)) return false;
  return RULE.test(words) || INSTRUCTION.test(words) || RULE_WIDE.test(words);
}

export function statesNextStep(sentence: string): boolean {
  const words = withoutCode(sentence);
  if (NOT_NEXT.test(words)) return false;
  return NEXT.test(words) || STARTS_NEXT.test(words) || NEXT_WIDE.test(words);
}

/** Returns whether a sentence reports a finished result. */
export function reportsSuccess(sentence: string): boolean {
  return statesSuccess(sentence) && !HEDGE.test(withoutCode(sentence));
}
