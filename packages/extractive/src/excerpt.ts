import { anchorsOf } from "./anchors.ts";
import { statesResult } from "./cue-words.ts";
import { proseLines, sentencesOf, shortLine, wordsOf } from "./sentences.ts";

/**
 * A text in at most `maxCharacters`: whole where it fits, else its sentences that say most about `topic`, in their
 * order, `…` between them where something is left out.
 */
export function excerpt(text: string, topic: string, maxCharacters: number): string {
  const lines = proseLines(text);
  const whole = lines.join(" ");
  if (whole.length <= maxCharacters) return whole.toWellFormed();
  const sentences = sentencesOf(text);
  const topicWords = new Set(wordsOf(topic));
  const ranked = sentences
    .map((sentence, place) => ({
      place,
      score: scoreOf(sentence, place, sentences.length, topicWords),
    }))
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

/**
 * A request in at most `maxCharacters`: how it opens and, where it closes with a question, that question. People say
 * first what they want, or paste something long and ask about it at the end.
 */
export function requestExcerpt(text: string, maxCharacters: number): string {
  const lines = proseLines(text);
  const whole = lines.join(" ");
  if (whole.length <= maxCharacters) return whole.toWellFormed();
  const last = sentencesOf(text).at(-1) ?? "";
  const asks = /[?？]["'”’)]*$/u.test(last) && last.length <= maxCharacters / 2;
  if (!asks) return shortLine(whole, maxCharacters);
  const opening = shortLine(whole, maxCharacters - last.length - 1);
  return opening === "" ? last.toWellFormed() : `${opening} ${last}`.toWellFormed();
}

function scoreOf(
  sentence: string,
  place: number,
  count: number,
  topicWords: ReadonlySet<string>,
): number {
  const shared = new Set(wordsOf(sentence).filter((word) => topicWords.has(word))).size;
  const position = place === 0 ? 1.5 : place === count - 1 ? 0.5 : 0;
  const facts = Math.min(4, anchorsOf(sentence, 4).length);
  return shared + facts + position + (statesResult(sentence) ? 1 : 0) - sentence.length / 400;
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
