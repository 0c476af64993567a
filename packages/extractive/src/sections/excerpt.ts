import { anchorsOf } from "../terms/anchors.ts";
import { statesNextStep } from "./cue-words.ts";
import { statesResult } from "./outcome.ts";
import { proseLines, sentencesOf, shortLine, wordsOf } from "../read/sentences.ts";

/** Shortens a text to its sentences that say most about `topic`, with `…` for gaps. */
export function excerpt(text: string, topic: string, maxCharacters: number): string {
  const whole = proseLines(text).join(" ");
  if (whole.length <= maxCharacters) return whole.toWellFormed();
  const sentences = sentencesOf(text);
  const topicWords = new Set(wordsOf(topic));
  const ranked = sentences
    .map((sentence, place) => ({ place, score: scoreOf(sentences, place, topicWords) }))
    .sort((a, b) => b.score - a.score || a.place - b.place);
  const chosen = new Set<number>();
  let left = maxCharacters;
  for (const { place } of ranked) {
    const cost = (sentences[place]?.length ?? 0) + 3;
    if (cost > left) continue;
    chosen.add(place);
    left -= cost;
    if (left < 40) break;
  }
  if (chosen.size === 0) return shortLine(sentences[ranked[0]?.place ?? 0] ?? whole, maxCharacters);
  return inOrder(sentences, chosen).toWellFormed();
}

/** The characters that are read at each end of a long request. */
const END = 100_000;

/**
 * Shortens a request to its beginning and the question that it ends with. Users often paste a long text and ask about
 * it at the end.
 */
export function requestExcerpt(text: string, maxCharacters: number): string {
  const ends = text.length > 2 * END ? `${text.slice(0, END)}\n${text.slice(-END)}` : text;
  const whole = proseLines(ends).join(" ");
  if (whole.length <= maxCharacters) return whole.toWellFormed();
  const last = sentencesOf(ends).at(-1) ?? "";
  const asks = /[?？]["'”’)]*$/u.test(last) && last.length <= maxCharacters / 2;
  if (!asks) return shortLine(whole, maxCharacters);
  const opening = shortLine(whole, maxCharacters - last.length - 1);
  return `${opening} ${last}`.trimStart().toWellFormed();
}

function scoreOf(
  sentences: readonly string[],
  place: number,
  topicWords: ReadonlySet<string>,
): number {
  const sentence = sentences[place] ?? "";
  const shared = new Set(wordsOf(sentence).filter((word) => topicWords.has(word))).size;
  const position = place === 0 ? 1.5 : place === sentences.length - 1 ? 0.5 : 0;
  const facts = Math.min(4, anchorsOf(sentence, 4).length);
  const kind = statesNextStep(sentence) ? -3 : statesResult(sentence) ? 1 : 0;
  return shared + facts + position + kind - sentence.length / 400;
}

function inOrder(sentences: readonly string[], chosen: ReadonlySet<number>): string {
  let text = "";
  let previous = -1;
  for (const [place, sentence] of sentences.entries()) {
    if (!chosen.has(place)) continue;
    if (text !== "") text += previous === place - 1 ? " " : " … ";
    text += sentence;
    previous = place;
  }
  return previous === sentences.length - 1 || text.endsWith("…") ? text : `${text} …`;
}
