import { type Item, textOf } from "@cutpoint/core";
import { isUserMessage } from "@cutpoint/core/kit";
import { anchorsOf } from "./anchors.ts";
import {
  asks,
  reasonAt,
  setsRule,
  statesDecision,
  statesNextStep,
  statesResult,
} from "./cue-words.ts";
import { sentencesOf, shortLine } from "./sentences.ts";

const MAX_SENTENCE_CHARACTERS = 320;
const MIN_SENTENCE_CHARACTERS = 12;

/** The sentences in which a person sets a rule or a wish, oldest first; questions are none. */
export function rulesIn(items: readonly Item[]): readonly string[] {
  return items
    .filter(({ message }) => isUserMessage(message))
    .flatMap((item) => sentencesOf(textOf(item.message)))
    .filter((sentence) => isStatement(sentence, 6) && !asks(sentence) && setsRule(sentence))
    .map((sentence) => sentence.toWellFormed());
}

/** The model's sentences that tell a decision and why, as `**decision**: why`, oldest first. */
export function decisionsIn(items: readonly Item[]): readonly string[] {
  return assistantSentences(items).flatMap((sentence) => {
    if (sentence.includes("**") || /[?？:：]\s*$/u.test(sentence)) return [];
    const at = reasonAt(sentence);
    const decision = sentence.slice(0, at ?? 0).replace(/(?<![\s,;:–—-])[\s,;:–—-]+$/u, "");
    if (at !== null && decision.length >= 10) return [`**${decision}**: ${sentence.slice(at)}`];
    return statesDecision(sentence) ? [`**${sentence}**`] : [];
  });
}

/** The model's sentences that tell what was done or found, and hold something exact, oldest first. */
export function resultsIn(items: readonly Item[]): readonly string[] {
  return assistantSentences(items).filter(
    (sentence) =>
      statesResult(sentence) && !statesNextStep(sentence) && anchorsOf(sentence, 1).length > 0,
  );
}

/** The model's last sentences that say what comes next, oldest first. */
export function nextStepsIn(items: readonly Item[], limit = 3): readonly string[] {
  const last = items.findLast(
    (item) => item.message.role === "assistant" && textOf(item.message).trim() !== "",
  );
  return last === undefined
    ? []
    : assistantSentences([last])
        .filter((sentence) => statesNextStep(sentence) && !/[:：]\s*$/u.test(sentence))
        .slice(-limit);
}

/** The last words of the model among some items, at most `maxCharacters` of them. */
export function lastWordsIn(items: readonly Item[], maxCharacters: number): string | null {
  for (const item of items.toReversed()) {
    if (item.message.role !== "assistant") continue;
    const line = shortLine(sentencesOf(textOf(item.message)).join(" "), maxCharacters);
    if (line !== "") return line;
  }
  return null;
}

function assistantSentences(items: readonly Item[]): readonly string[] {
  return items
    .filter((item) => item.message.role === "assistant")
    .flatMap((item) => sentencesOf(textOf(item.message)))
    .filter((sentence) => isStatement(sentence, MIN_SENTENCE_CHARACTERS))
    .map((sentence) => sentence.toWellFormed());
}

function isStatement(sentence: string, least: number): boolean {
  return sentence.length >= least && sentence.length <= MAX_SENTENCE_CHARACTERS;
}
