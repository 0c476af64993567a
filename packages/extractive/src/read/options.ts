import { plainLine, unfencedLines } from "./sentences.ts";
import { isQuestion } from "./signs.ts";

/** Options with labels, as in `A) …`, `2. …` or `| 3 | … |`. */
export type OptionList = {
  /** The question or the line before the options, or an empty string. */
  readonly lead: string;
  readonly options: ReadonlyMap<string, string>;
};

/** A label at the start of a line, after markup and at most one word, as in `Option A: …`. The rest is the option. */
const OPTION =
  /^[\s>|*+•#`-]*(?:\p{L}{2,10} |\p{Lo}{2,6} ?)?[(（]?([\p{Lu}\p{Ll}]|\d{1,2})(?:[*`]*(?:[).:]|\s*\|)(?=[\s*`])|[）．：、])([^]*)$/u;
const ROW = /^\s*\|/u;
/** A label in an answer, with the mark after it. */
const LABEL =
  /(?<![\p{Lu}\p{Ll}\p{N}'’])([\p{Lu}\p{Ll}]|\d{1,2})(?![\p{Lu}\p{Ll}\p{N}'’])([)）]?)/gu;
/** A longer answer names the option that it chooses at its beginning. */
const HEAD_CHARACTERS = 60;

/** Returns the lists of at least two options of a text, in order. */
export function optionListsIn(text: string): readonly OptionList[] {
  const lists: { lead: string; options: Map<string, string> }[] = [];
  let lead = "";
  for (const line of unfencedLines(text)) {
    const [, label, rest = ""] = OPTION.exec(line) ?? [];
    if (label === undefined) {
      if (!ROW.test(line) && /\p{L}/u.test(line)) lead = newerLead(lead, plainLine(line));
      continue;
    }
    let list = lists.at(-1);
    if (list === undefined || /^[aA1]$/u.test(label) || list.options.has(label)) {
      lists.push((list = { lead, options: new Map() }));
      lead = "";
    }
    const option = ROW.test(line) ? (rest.replace(/^[\s|*]+/u, "").split("|", 1)[0] ?? "") : rest;
    list.options.set(label, withoutBold(option).trim());
  }
  return lists.filter(({ options }) => options.size > 1);
}

/**
 * Returns the labels of the options that an answer chooses. A number that is the count of the options chooses all of
 * them, as in `all 3`.
 *
 * @param isShort whether the answer consists of few words, so that a number in it is a label
 */
export function chosenIn(
  answer: string,
  { options }: OptionList,
  isShort: boolean,
): readonly string[] {
  const chosen = new Set<string>();
  const head = answer.slice(0, HEAD_CHARACTERS);
  for (const { 1: name = "", 2: mark, index } of head.matchAll(LABEL)) {
    const isFirst = !/[\p{L}\p{N}]/u.test(head.slice(0, index));
    const label = labelOf(name, options, isFirst);
    if (label === undefined) continue;
    const isNumber = /\d/u.test(label);
    if (isNumber && !isShort && mark === "") continue;
    if (isNumber && !isFirst && chosen.size === 0 && Number(label) === options.size)
      return [...options.keys()];
    chosen.add(label);
  }
  return [...chosen];
}

function labelOf(
  name: string,
  options: OptionList["options"],
  isFirst: boolean,
): string | undefined {
  if (options.has(name) || !isFirst) return options.has(name) ? name : undefined;
  return [...options.keys()].find((label) => label.toLowerCase() === name.toLowerCase());
}

/** A question leads the options after it, even if a sentence follows it. */
function newerLead(lead: string, line: string): string {
  return isQuestion(lead) && !isQuestion(line) ? lead : withoutBold(line);
}

function withoutBold(text: string): string {
  return text.replaceAll("**", "");
}
