import { type Message, textOf, type TokenEstimator } from "@cutpoint/core";
import { isFromUser } from "../reading/reading.ts";

/** Words in a row that count as a quotation. A shorter message must occur as a whole. */
const RUN = 5;

/** Shares of the user's text that a result keeps verbatim, except for white space. `null` without user text. */
export type UserWords = {
  /** Share of the tokens of all user messages. */
  readonly user: number | null;
  /** Share of the newest user message. */
  readonly lastUser: number | null;
};

export function userWordsKept(
  history: readonly Message[],
  result: readonly Message[],
  estimator: TokenEstimator,
): UserWords {
  const quotes = createQuotes(result.filter(({ role }) => role !== "system").map(textOf));
  let all = 0;
  let kept = 0;
  let lastUser: number | null = null;
  for (const text of history.filter(isFromUser).map(textOf)) {
    const tokens = estimator.estimateText(text);
    lastUser = quotes.shareOf(text);
    all += tokens;
    kept += tokens * lastUser;
  }
  return { user: all === 0 ? null : kept / all, lastUser };
}

type Quotes = {
  /** Share of a text's characters in runs of words that the result contains. */
  shareOf(text: string): number;
};

function createQuotes(texts: readonly string[]): Quotes {
  const runs = new Set<string>();
  const lines: string[] = [];
  for (const text of texts) {
    const words = wordsOf(text);
    for (let at = 0; at + RUN <= words.length; at += 1) runs.add(runAt(words, at));
    lines.push(words.join(" "));
  }
  const joined = ` ${lines.join(" \n ")} `;
  return {
    shareOf: (text) => {
      const words = wordsOf(text);
      if (words.length === 0) return 1;
      if (words.length < RUN) return joined.includes(words.join(" ")) ? 1 : 0;
      const kept = new Set<number>();
      for (let at = 0; at + RUN <= words.length; at += 1)
        if (runs.has(runAt(words, at)))
          for (let place = at; place < at + RUN; place += 1) kept.add(place);
      const length = (places: Iterable<number>): number =>
        [...places].reduce((sum, place) => sum + (words[place]?.length ?? 0), 0);
      return length(kept) / length(words.keys());
    },
  };
}

function runAt(words: readonly string[], at: number): string {
  return words.slice(at, at + RUN).join(" ");
}

function wordsOf(text: string): readonly string[] {
  return text.split(/\s+/u).filter((word) => word !== "");
}
