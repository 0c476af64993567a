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
  /** Whether a request is so short that it is about what was said just before: `Take it back`, `They are written`. */
  readonly isBare: boolean;
  /** The words that name the work, for later exchanges about it. */
  readonly words: ReadonlySet<string>;
  /** The words of the exchange that may name earlier work. */
  readonly said: ReadonlySet<string>;
};

/** Requests and commands that take work back. */
const TAKES_BACK =
  /(?<![\p{L}\p{N}_-])(?:revert\p{L}*|undo|undone|undid|restore|after all|mistake|roll(?:ed|ing)? ?back|back(?:ed)? out|(?:take|put|bring|turn|switch|throw) (?:[^\s.,;]+ ){1,4}?(?:back|out|away|(?:off|on) again)|off again|rückgängig|zurück\p{L}*|doch (?:nicht|wieder)|annule[rz]?|revierte|revertir|deshaz|deshacer|annulla|desfa[zç]\p{L}*|откати\p{L}*|отмени\p{L}*|верни\p{L}*)(?![\p{L}\p{N}_])|撤销|回滚|恢复|取り消|元に戻/iu;
const GIT_TAKES_BACK = /(?:^|[;&|]\s*)git\s+(?:revert|reset\s+--hard|restore|checkout\s+--)(?!\S)/u;
const WITHDRAWS =
  /(?<!\p{L})(?:skip|forget|leave|drop|never ?mind|(?:not|n['’]t) (?:need|do|bother)|cancel|lass|vergiss|streich\p{L}*|brauch\p{L}* (?:wir |du )?(?:das )?nicht|laisse|oublie|olvida|deja)(?!\p{L})/iu;
const MOST_REQUEST_CHARACTERS = 400;

/** The share of the words of an earlier text that a later exchange about the same work has. */
const SAME_WORK = 0.5;
/** The most words of a bare request. */
const BARE = { takesBack: 2, withdraws: 1 } as const;

export function topicOf({ answer, question, runs }: Exchange): Topic {
  const asked = question ?? "";
  const isShort = asked.length <= MOST_REQUEST_CHARACTERS;
  const takesBack =
    (isShort && TAKES_BACK.test(withoutCode(asked))) ||
    runs.some(({ command, failed }) => !failed && GIT_TAKES_BACK.test(command ?? ""));
  const withdraws = isShort && (WITHDRAWS.test(asked) || judge(asked) === "success");
  const named = contentWords(asked.replace(TAKES_BACK, ""));
  const most = takesBack ? BARE.takesBack : withdraws ? BARE.withdraws : -1;
  const words = contentWords(question ?? answer ?? "");
  return {
    takesBack,
    withdraws,
    namesNothing: question !== null && words.length === 0,
    isBare: named.length <= most,
    words: new Set(words),
    said: new Set(takesBack ? named : [...named, ...contentWords(answer ?? "")]),
  };
}

/** Returns whether an exchange is about the work that the words of an earlier text name. */
export function isAbout(
  { isBare, said, takesBack, withdraws }: Topic,
  earlier: ReadonlySet<string>,
): boolean {
  let shared = 0;
  for (const word of earlier) if (said.has(word)) shared += 1;
  if (shared === 0) return isBare;
  return takesBack || withdraws || shared >= SAME_WORK * earlier.size;
}

/** Earlier texts that name work. A later exchange is compared only with those that share a word with it. */
export type WorkIndex = {
  /** Adds the words of a text. Each place is higher than the one before. */
  add(place: number, words: ReadonlySet<string>): void;
  has(place: number): boolean;
  delete(place: number): boolean;
  /** Removes the texts whose work an exchange is about, and returns their places. */
  takeAll(topic: Topic): readonly number[];
  /** Removes the newest text that an exchange takes back, and returns its place; -1 if there is none. */
  takeNewest(topic: Topic): number;
};

/** Stands for each word, so that a bare request finds all texts. */
const ANY = "";

export function createWorkIndex(): WorkIndex {
  const works = new Map<number, ReadonlySet<string>>();
  const placesOf = new Map<string, number[]>();
  /** The places by the rarest words of each text. An exchange with the share {@link SAME_WORK} of its words has one. */
  const placesOfRare = new Map<string, number[]>();
  const countOf = (word: string): number => placesOf.get(word)?.length ?? 0;
  return {
    add(place, words) {
      works.set(place, words);
      const rarest = [...words].toSorted((one, other) => countOf(one) - countOf(other));
      const rare = rarest.slice(0, Math.floor((1 - SAME_WORK) * words.size) + 1);
      for (const word of rare) addTo(placesOfRare, word, place);
      for (const word of [ANY, ...words]) addTo(placesOf, word, place);
    },
    has: (place) => works.has(place),
    delete: (place) => works.delete(place),
    takeAll(topic) {
      const places = topic.takesBack || topic.withdraws ? placesOf : placesOfRare;
      const found = new Set<number>();
      for (const word of topic.isBare ? [ANY] : topic.said) {
        const left = places.get(word)?.filter((place) => works.has(place));
        if (left === undefined) continue;
        places.set(word, left);
        for (const place of left) found.add(place);
      }
      const taken = [...found].filter((place) => isAbout(topic, works.get(place) ?? new Set()));
      for (const place of taken) works.delete(place);
      return taken;
    },
    takeNewest({ isBare, said }) {
      let newest = -1;
      for (const word of isBare ? [ANY] : said) {
        const places = placesOf.get(word) ?? [];
        while (places.length > 0 && !works.has(places.at(-1) ?? -1)) places.pop();
        newest = Math.max(newest, places.at(-1) ?? -1);
      }
      works.delete(newest);
      return newest;
    },
  };
}

function addTo(places: Map<string, number[]>, word: string, place: number): void {
  const found = places.get(word);
  if (found === undefined) places.set(word, [place]);
  else found.push(place);
}

/** Returns the words of a text that name work. */
export function topicWords(text: string): ReadonlySet<string> {
  return new Set(contentWords(text));
}

/** Words that name no work. */
const GENERIC =
  /^(?:this|that|these|those|they|them|then|with|from|into|please|again|still|continue|have|make|your|what|when|there|here|nicht|noch|bitte|eine[nmrs]?|jetzt|wieder|weiter|dass|dies\p{L}*|auch|aber|nochmal|avec|dans|pour|para|esta|este)$/u;

function contentWords(text: string): readonly string[] {
  return wordsOf(text).filter((word) => !GENERIC.test(word));
}
