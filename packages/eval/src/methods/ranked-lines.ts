import { type HistoryLine, historyLines } from "./history-lines.ts";
import { linesWithin, summaryMessage } from "./lines-within.ts";
import type { Arm, MethodRequest } from "./method.ts";
import { newestMessages } from "./newest-messages.ts";
import { stepsOf, systemMessages } from "./steps.ts";

/** Share of the budget for the newest steps. The selected lines use the rest. */
const NEWEST_SHARE = 0.5;

type Rank = (lines: readonly HistoryLine[], newest: readonly HistoryLine[]) => readonly number[];

/** Creates a method that keeps the lines with the rarest words, and the newest steps. */
export function createTfIdf(): Arm {
  return rankedArm("tf-idf", (lines) => {
    const { idf } = countWords(lines);
    return lines.map(({ text }) => {
      const words = wordsOf(text);
      return words.reduce((sum, word) => sum + idf(word), 0) / (words.length + 4);
    });
  });
}

/**
 * Creates a method that keeps the lines most similar to the newest messages (BM25, k1 = 1.2, b = 0.75), and the newest
 * steps.
 */
export function createBm25(): Arm {
  return rankedArm("bm25", (lines, newest) => {
    const query = new Set(newest.flatMap(({ text }) => wordsOf(text)));
    const { idf, averageLength } = countWords(lines);
    return lines.map(({ text }) => {
      const counts = new Map<string, number>();
      const words = wordsOf(text);
      for (const word of words) if (query.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
      const long = 1.2 * (0.25 + (0.75 * words.length) / averageLength);
      return [...counts].reduce(
        (sum, [word, count]) => sum + (idf(word) * count * 2.2) / (count + long),
        0,
      );
    });
  });
}

function rankedArm(name: string, rank: Rank): Arm {
  return {
    role: "method",
    name,
    compact: (request) => rankedResult(request, rank),
  };
}

function rankedResult({ messages, budgetTokens, estimator }: MethodRequest, rank: Rank) {
  const { messages: newest } = newestMessages(
    stepsOf(messages, estimator),
    budgetTokens * NEWEST_SHARE,
    estimator,
  );
  const kept = new Set(newest);
  const lines = historyLines(messages.filter((message) => !kept.has(message)));
  const scores = rank(lines, historyLines([...kept]));
  const order = lines.map((line, index) => ({ ...line, score: scores[index] ?? 0 }));
  const left = budgetTokens - newest.reduce((sum, message) => sum + estimator.estimate(message), 0);
  const chosen = linesWithin(
    order.toSorted((a, b) => b.score - a.score || b.place - a.place),
    left,
    estimator,
  );
  const text = chosen
    .toSorted((a, b) => a.place - b.place)
    .map((line) => line.text)
    .join("\n");
  return [...systemMessages(messages), ...(text === "" ? [] : [summaryMessage(text)]), ...newest];
}

type WordCounts = { readonly averageLength: number; readonly idf: (word: string) => number };

function countWords(lines: readonly HistoryLine[]): WordCounts {
  const holding = new Map<string, number>();
  let length = 0;
  for (const { text } of lines) {
    const words = wordsOf(text);
    length += words.length;
    for (const word of new Set(words)) holding.set(word, (holding.get(word) ?? 0) + 1);
  }
  return {
    averageLength: Math.max(1, length / Math.max(1, lines.length)),
    idf: (word) => Math.log(1 + lines.length / (holding.get(word) ?? lines.length)),
  };
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]{2,}/gu) ?? [];
}
