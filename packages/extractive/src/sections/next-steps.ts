import { type Item, textOf } from "@cutpoint/core";
import { sentencesOf, shortLine } from "../read/sentences.ts";
import { anyOf, withoutCode } from "../read/signs.ts";
import { judge } from "./outcome.ts";

const LEAST_CHARACTERS = 12;
const MOST_CHARACTERS = 320;
const MOST_STEPS = 3;
/** A row of a table, or a sentence that introduces a list. */
const NO_STATEMENT = /^\||[:：?？][\s*]*$/u;
const NEXT: RegExp = anyOf(
  [
    "next (?:steps?|up|I|we|is|comes)|I['’]ll|I will|(?:I|we|you|it) (?:still )?(?:need|have) to|remaining (?:work|steps?|tasks?|items?)|to-?dos?:|still (?:need|have|to)|follow-?up",
    "als Nächstes|nächste\\p{L}*|danach|noch zu|ich werde|muss noch|ensuite|prochaine?|je vais|reste à|luego|próxim\\p{L}*|a continuación|voy a|falta|poi|prossim\\p{L}*",
  ],
  "接下来|下一步|然后|还需要|次に|これから",
);
const STARTS_NEXT = /^\W*next(?! question)(?!\p{L})/iu;
const NOT_NEXT = anyOf([
  "(?:don['’]?t|do not|doesn['’]t|no|not|without) (?:need|have)(?: to)?|if you|alternatively|up to you",
]);
/** The model keeps a promise in the next exchange. */
const PROMISE = anyOf(["I['’]ll|I will|ich werde|je vais|voy a"]);

/** Returns whether a sentence says what is left to do. */
export function statesNextStep(sentence: string): boolean {
  const words = withoutCode(sentence);
  return !NOT_NEXT.test(words) && (NEXT.test(words) || STARTS_NEXT.test(words));
}

/** Returns the last sentences of an answer that state a next step, at most 3. */
export function nextStepsIn(answer: string, isNewest: boolean): readonly string[] {
  return sentencesOf(answer)
    .filter(({ length }) => length >= LEAST_CHARACTERS && length <= MOST_CHARACTERS)
    .filter((sentence) => !NO_STATEMENT.test(sentence) && statesNextStep(sentence))
    .filter((sentence) => isNewest || !PROMISE.test(sentence))
    .filter((sentence) => judge(sentence) !== "success")
    .slice(-MOST_STEPS)
    .map((sentence) => sentence.toWellFormed());
}

/** Returns the model's newest text, shortened; `null` if there is none. */
export function lastWordsIn(items: readonly Item[], maxCharacters: number): string | null {
  const said = items.findLast(
    ({ message }) => message.role === "assistant" && textOf(message).trim() !== "",
  );
  const text = said === undefined ? "" : textOf(said.message);
  return shortLine(sentencesOf(text).join(" "), maxCharacters) || null;
}
