import type { Exchange } from "./exchanges.ts";
import { judge } from "./outcome.ts";
import { wordsOf } from "../read/sentences.ts";
import { withoutCode } from "../read/signs.ts";

/** What an exchange is about, read once so that it can be compared with many others. */
export type Topic = {
  /** Whether the exchange takes earlier work back. */
  readonly takesBack: boolean;
  /** Whether the user withdraws a step, or says that it is done. */
  readonly withdraws: boolean;
  /** Whether a request names nothing, as in `Try again.` */
  readonly namesNothing: boolean;
  /** Whether a request names nothing else than what was said just before: `Undo the last change`, `They are written`. */
  readonly isBare: boolean;
  /** The words that name the work, for later exchanges about it. */
  readonly words: ReadonlySet<string>;
  /** The words of the exchange that may name earlier work. */
  readonly said: ReadonlySet<string>;
};

/** Requests that take work back. The group is what `put … back` names. */
const TAKES_BACK =
  /(?<![\p{L}\p{N}_-])(?:revert\p{L}*|undo|undone|undid|restore|after all|mistake|roll(?:ed|ing)? ?back|back(?:ed)? out|(?:take|put|bring|turn|switch|throw) ((?:[^\s.,;]+ ){1,4}?)(?:back|out|away|(?:off|on) again)|off again|rückgängig|zurück\p{L}*|doch (?:nicht|wieder)|annule[rz]?|revierte|revertir|deshaz|deshacer|annulla|desfa[zç]\p{L}*|откати\p{L}*|отмени\p{L}*|верни\p{L}*)(?![\p{L}\p{N}_])|撤销|回滚|恢复|取り消|元に戻/iu;
const GIT_TAKES_BACK = /(?:^|[;&|]\s*)git\s+(?:revert|reset\s+--hard|restore|checkout\s+--)(?!\S)/u;
const WITHDRAWS =
  /(?<!\p{L})(?:skip|forget|leave|drop|never ?mind|(?:not|n['’]t) (?:need|do|bother)|cancel|lass|vergiss|streich\p{L}*|brauch\p{L}* (?:wir |du )?(?:das )?nicht|laisse|oublie|olvida|deja)(?!\p{L})/iu;
const MOST_REQUEST_CHARACTERS = 400;

/** Words for the newest work, whatever it is. */
const NEWEST =
  /^(?:last|latest|newest|previous|recent|chang\p{L}*|commits?|edits?|work|steps?|everything|mach|letzte\p{L}*|änderung\p{L}*|alles|derni(?:er|ère)s?|modification|changement|tout|últim[oa]s?|cambios?|todo|последн\p{L}*|изменени\p{L}*|правк\p{L}*)$|^(?:刚才|最近|最后|上一?次)?的?(?:修改|更改|改动|提交)$|変更/u;

/** The share of the words of an earlier text that a later exchange about the same work has. */
const SAME_WORK = 0.5;
/** The most words of a bare request that withdraws something, or whose commands take work back. */
const BARE = { takesBack: 2, withdraws: 1 } as const;

export function topicOf({ answer, question, runs }: Exchange): Topic {
  const asked = question ?? "";
  const isShort = asked.length <= MOST_REQUEST_CHARACTERS;
  const asksBack = isShort && TAKES_BACK.test(withoutCode(asked));
  const takesBack =
    asksBack || runs.some(({ command, failed }) => !failed && GIT_TAKES_BACK.test(command ?? ""));
  const withdraws = isShort && (WITHDRAWS.test(asked) || judge(asked).outcome === "success");
  const words = topicWords(question ?? answer ?? "");
  const rest = asked.replace(TAKES_BACK, " $1");
  const named = rest === question ? words : topicWords(rest);
  const isBare = asksBack
    ? [...named].every((word) => NEWEST.test(word))
    : named.size <= (takesBack ? BARE.takesBack : withdraws ? BARE.withdraws : -1);
  return {
    takesBack,
    withdraws,
    namesNothing: question !== null && words.size === 0,
    isBare,
    words,
    said: takesBack ? named : new Set([...named, ...topicWords(answer ?? "")]),
  };
}

/** Returns whether an exchange is about the work that the words of an earlier text name. */
function isAbout(
  { isBare, said, takesBack, withdraws }: Topic,
  earlier: ReadonlySet<string>,
): boolean {
  const shared = [...earlier].filter((word) => said.has(word)).length;
  if (shared === 0) return isBare;
  return takesBack || withdraws || shared >= SAME_WORK * earlier.size;
}

/** The words of earlier texts that name work, by place, oldest first. A later exchange is compared with them. */
export type Works = Map<number, ReadonlySet<string>>;

/** More texts would take time that grows with the square of their number. */
const MOST_COMPARED = 60;

/** Adds the words of a text, and forgets the oldest text if there are too many. */
export function addWork(works: Works, place: number, words: ReadonlySet<string>): void {
  works.set(place, words);
  const [oldest = place] = works.keys();
  if (works.size > MOST_COMPARED) works.delete(oldest);
}

/** Takes the texts whose work an exchange is about, with places below `end`, and returns their places. */
export function takeAll(works: Works, topic: Topic, end: number = Infinity): readonly number[] {
  const about = [...works].filter(([place, words]) => place < end && isAbout(topic, words));
  return about.map(([place]) => place).filter((place) => works.delete(place));
}

/** Takes the newest text that an exchange takes back, if there is one, and returns its place. */
export function takeNewest(works: Works, { isBare, said }: Topic): readonly number[] {
  const isNamed = (words: ReadonlySet<string>): boolean =>
    [...words].some((word) => said.has(word));
  const newest = [...works].findLast(([, words]) => isBare || isNamed(words));
  return newest === undefined ? [] : [newest[0]].filter((place) => works.delete(place));
}

/** Words that name no work. */
const GENERIC =
  /^(?:this|that|these|those|they|them|then|with|from|into|please|again|still|continue|have|make|your|what|when|there|here|nicht|noch|bitte|eine[nmrs]?|jetzt|wieder|weiter|dass|dies\p{L}*|auch|aber|nochmal|avec|dans|pour|para|esta|este)$/u;

/** Returns the words of a text that name work. */
export function topicWords(text: string): ReadonlySet<string> {
  return new Set([...new Set(wordsOf(text))].filter((word) => !GENERIC.test(word)));
}
