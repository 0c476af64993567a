import { type Item, textOf } from "@cutpoint/core";
import { isUserMessage } from "@cutpoint/core/kit";
import { anchorsOf } from "./anchors.ts";
import {
  isQuestion,
  findReason,
  statesRule,
  statesDecision,
  statesNextStep,
  statesResult,
} from "./cue-words.ts";
import { sentencesOf, shortLine } from "./sentences.ts";

const MAX_SENTENCE_CHARACTERS = 320;
const MIN_SENTENCE_CHARACTERS = 12;

/** Returns the user's sentences that state a rule or a wish, without questions. */
export function rulesIn(items: readonly Item[]): readonly string[] {
  return items
    .filter(({ message }) => isUserMessage(message))
    .flatMap((item) => sentencesOf(textOf(item.message)))
    .filter((sentence) => isStatement(sentence, 6) && !isQuestion(sentence) && statesRule(sentence))
    .map((sentence) => sentence.toWellFormed());
}

/** Returns the model's sentences that state a decision, as `**decision**: reason`. */
export function decisionsIn(items: readonly Item[]): readonly string[] {
  return assistantSentences(items).flatMap((sentence) => {
    if (sentence.includes("**") || /[?？:：]\s*$/u.test(sentence)) return [];
    const at = findReason(sentence);
    const decision = sentence.slice(0, at ?? 0).replace(/(?<![\s,;:–—-])[\s,;:–—-]+$/u, "");
    if (at !== null && decision.length >= 10) return [`**${decision}**: ${sentence.slice(at)}`];
    return statesDecision(sentence) ? [`**${sentence}**`] : [];
  });
}

/** Returns the model's sentences that state a result and contain an exact token. */
export function resultsIn(items: readonly Item[]): readonly string[] {
  return assistantSentences(items).filter(
    (sentence) =>
      statesResult(sentence) && !statesNextStep(sentence) && anchorsOf(sentence, 1).length > 0,
  );
}

/** Returns the model's last sentences that state a next step. */
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

/** Returns the model's newest text, shortened. */
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
