import { type Item, type Message, textOf } from "@cutpoint/core";
import { isUserMessage, mapInSteps, type Steps } from "@cutpoint/core/kit";
import { anchorsOf } from "../terms/anchors.ts";
import { statesRule, reportsSuccess, statesNextStep } from "./cue-words.ts";
import { isQuestion } from "../read/signs.ts";
import { sentencesOf, shortLine } from "../read/sentences.ts";

const MAX_SENTENCE_CHARACTERS = 320;
const MIN_SENTENCE_CHARACTERS = 12;
/** A row of a table, or a sentence that introduces a list. */
const NO_STATEMENT = /^\||[:：]\s*$/u;

/** Returns the user's sentences that state a rule or a wish, without questions. */
export function rulesIn({ message }: Item): readonly string[] {
  return isUserMessage(message) ? statementsIn(message, 6).filter(statesRule) : [];
}

/** Capitalized words within a sentence, numbers, and quoted text. */
const FACT =
  /(?<=[\p{Ll}\p{N},;:] )\p{Lu}\p{L}[\p{L}\p{N}'’-]*|\p{N}+|(?<=["“`])[^"“”`\n]{2,80}(?=["”`])/gu;

/** Returns the names, numbers, paths and quoted texts of a line, without those in questions. */
export function factsIn(line: string): readonly string[] {
  const statements = sentencesOf(line).filter((sentence) => !isQuestion(sentence));
  const facts = statements.flatMap((text) => [...anchorsOf(text), ...(text.match(FACT) ?? [])]);
  return [...new Set(facts)];
}

/**
 * Takes the user's lines with facts that no written line contains, until `take` finds no room: those with the most used
 * facts first, then the newest. `lines` is oldest first.
 */
export function* takeUserFacts<Line extends { readonly text: string }>(
  lines: readonly Line[],
  written: readonly string[],
  take: (line: Line) => boolean,
): Steps<readonly Line[]> {
  const uses = new Map<string, number>();
  const stated = yield* mapInSteps(lines, (line) => ({ line, facts: factsIn(line.text) }));
  for (const fact of stated.flatMap(({ facts }) => facts))
    uses.set(fact, (uses.get(fact) ?? 0) + 1);
  const usesOf = (facts: readonly string[]): number =>
    facts.reduce((most, fact) => Math.max(most, uses.get(fact) ?? 0), 0);
  const text = `${written.join("\n")}\n`;
  const missing = yield* mapInSteps(stated, (each) =>
    isOnOneLine(each.facts, text) ? [] : [each],
  );
  return missing
    .flat()
    .toReversed()
    .sort((left, right) => usesOf(right.facts) - usesOf(left.facts))
    .flatMap(({ line }) => (take(line) ? [line] : []));
}

/** Whether one line of a text contains all facts, if any. Searches the text for the longest one, which is the rarest. */
function isOnOneLine(facts: readonly string[], text: string): boolean {
  const [longest = "", ...others] = facts.toSorted((left, right) => right.length - left.length);
  for (let at = text.indexOf(longest); at !== -1; at = text.indexOf(longest, at + 1)) {
    const line = text.slice(text.lastIndexOf("\n", at) + 1, text.indexOf("\n", at));
    if (others.every((fact) => line.includes(fact))) return true;
  }
  return false;
}

/** Returns the model's sentences that state a result and contain an exact token. */
export function resultsIn(item: Item): readonly string[] {
  return assistantSentences(item).filter(
    (sentence) =>
      reportsSuccess(sentence) && !statesNextStep(sentence) && anchorsOf(sentence, 1).length > 0,
  );
}

/** Returns the model's last sentences that state a next step, at most 3. */
export function nextStepsIn(items: readonly Item[]): readonly string[] {
  const last = items.findLast(
    ({ message }) => message.role === "assistant" && textOf(message).trim() !== "",
  );
  const sentences = last === undefined ? [] : assistantSentences(last);
  return sentences
    .filter((sentence) => statesNextStep(sentence) && !reportsSuccess(sentence))
    .slice(-3);
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

function assistantSentences({ message }: Item): readonly string[] {
  if (message.role !== "assistant") return [];
  return statementsIn(message, MIN_SENTENCE_CHARACTERS).filter((it) => !NO_STATEMENT.test(it));
}

function statementsIn(message: Message, least: number): readonly string[] {
  return sentencesOf(textOf(message))
    .filter(({ length }) => length >= least && length <= MAX_SENTENCE_CHARACTERS)
    .map((sentence) => sentence.toWellFormed());
}
