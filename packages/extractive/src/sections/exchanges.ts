import { type Item, textOf, toolCalls } from "@cutpoint/core";
import { isUserMessage, type ToolRun, toolRuns } from "@cutpoint/core/kit";
import { asks } from "./cue-words.ts";
import { isQuestion } from "../read/signs.ts";
import { ASSISTANT, USER } from "../read/lines.ts";
import { plainLine, sentencesOf, shortLine } from "../read/sentences.ts";

/** A user request and everything up to the next one. */
export type Exchange = {
  /** Text of the user, or `null` if it is not known. */
  readonly question: string | null;
  readonly items: readonly Item[];
  readonly runs: readonly ToolRun[];
  /** Text of the final answer, or `null` if there is none yet. */
  readonly answer: string | null;
};

/** Whether a user message is a notice of the app, as in `[Request interrupted by user]`. */
export function isNotice(text: string): boolean {
  return /^\s*\[[^\]]*\]\s*$/u.test(text);
}

/**
 * Groups items into exchanges, oldest first. User messages in a row are one question, unless a notice interrupts them.
 *
 * @param openQuestion question of the first exchange if the items begin inside it
 */
export function exchangesOf(
  items: readonly Item[],
  openQuestion: string | null,
): readonly Exchange[] {
  const groups: { questions: string[]; items: Item[]; isAnswered: boolean }[] = [];
  for (const item of items) {
    const isUser = isUserMessage(item.message);
    let current = groups.at(-1);
    if (current === undefined || (isUser && current.isAnswered))
      groups.push((current = { questions: [], items: [], isAnswered: !isUser }));
    const text = isUser ? textOf(item.message) : "";
    if (isUser && isNotice(text)) current.questions = [];
    else if (isUser) current.questions.push(text);
    else current.isAnswered ||= item.message.role === "assistant";
    current.items.push(item);
  }
  return groups.map(({ questions, items }, place) => {
    const open = place === 0 ? openQuestion : null;
    const question = questions.length === 0 ? open : questions.join("\n");
    return { question, items, runs: toolRuns(items), answer: answerOf(items) };
  });
}

function answerOf(items: readonly Item[]): string | null {
  const last = items.findLast((item) => item.message.role !== "user")?.message;
  if (last?.role !== "assistant" || toolCalls(last).length > 0) return null;
  if (last.finishReason !== undefined && last.finishReason !== "stop") return null;
  const text = textOf(last);
  return text.trim() === "" ? null : text;
}

const MAX_ANSWER_CHARACTERS = 300;
const MAX_LIST_CHARACTERS = 600;
const LEAST_ITEM_CHARACTERS = 24;
const MARKED = /^\s*(?:#{1,6}\s+|[-*]\s+)?(?:\*\*)?\(?(\d{1,2}|[A-Ha-h])[.)](?:\*\*)?\s+(\S.*)$/u;
const BULLET = /^\s*[-*•]\s+(\S.*)$/u;
/** Numbers and words of an answer that refer to entries of a list. */
const REFERS =
  /(?<![\p{L}\p{N}_.:/#-])\d{1,2}(?![\p{L}\p{N}_/:%-]|\.\d)|(?<!\p{L})(?:all(?=\s*(?:\d|of (?:them|these|those)|two|three|four|five|[.,!]|$))|both|(?:first|second|third|last)(?=\s*(?:one|two|three|option|choice|item|point|[.,!]|$))|rest|others|options? (?:[a-e]|\d)|except|skip|alle|beide|tous|todos|todas)(?!\p{L})/iu;
/** A letter of an answer that refers to an entry of a list with letters. */
const LETTER = /(?<![\p{L}\p{N}_.'’/-])(?:[B-H](?![\p{L}\p{N}_'’/-])|[Aa-h](?=[).\s]*$))/u;

/** Returns the user's answers that refer to a list of the model in `items`, each with the list. `next` are later items. */
export function answeredLists(items: readonly Item[], next: readonly Item[]): readonly string[] {
  let list: readonly string[] = [];
  return [...items, ...next].flatMap(({ message }, place) => {
    const text = textOf(message);
    if (!isUserMessage(message)) {
      if (message.role === "assistant" && text.trim() !== "")
        list = place < items.length ? listIn(text) : [];
      return [];
    }
    const answered = list;
    list = [];
    const hasLetters = /^[a-h]\. /iu.test(answered[0] ?? "");
    const names = REFERS.test(text) || (hasLetters && LETTER.test(text));
    const refers = text.length <= MAX_ANSWER_CHARACTERS && !asks(text) && names;
    return refers && answered.length > 1
      ? [`${USER}${plainLine(text)} (answers: ${answered.join(" ")})`]
      : [];
  });
}

/** Returns the newest question of the model with its list, or `null` if the user has answered. */
export function openList(items: readonly Item[], next: readonly Item[]): string | null {
  const last = [...items, ...next].findLast(
    ({ message }) => isUserMessage(message) || textOf(message).trim() !== "",
  );
  if (last?.message.role !== "assistant" || !items.includes(last)) return null;
  const text = textOf(last.message);
  const question = sentencesOf(text).findLast(isQuestion);
  const list = listIn(text);
  return question === undefined || list.length < 2
    ? null
    : `${ASSISTANT}${question} (${list.join(" ")})`;
}

/** Returns the entries of the last list of a text, shortened, with their numbers or letters. */
function listIn(text: string): readonly string[] {
  let marked: (readonly [mark: string, entry: string])[] = [];
  let bullets: string[] = [];
  let isInBullets = false;
  for (const line of text.split("\n")) {
    const [, mark, entry = ""] = MARKED.exec(line) ?? [];
    const [, bullet] = BULLET.exec(line) ?? [];
    if (mark !== undefined) {
      const number = /\d/u.test(mark) ? Number(mark) : Number.parseInt(mark, 36) - 9;
      if (number === 1) marked = [];
      if (number === marked.length + 1) marked.push([mark, entry]);
    } else if (bullet !== undefined) {
      if (!isInBullets) bullets = [];
      bullets.push(bullet);
    }
    if (line.trim() !== "") isInBullets = mark === undefined && bullet !== undefined;
  }
  const entries =
    marked.length > 1
      ? marked
      : bullets.map((bullet, place) => [String(place + 1), bullet] as const);
  const width = Math.max(
    LEAST_ITEM_CHARACTERS,
    Math.floor(MAX_LIST_CHARACTERS / Math.max(1, entries.length)) - 4,
  );
  return entries.map(([mark, entry]) => {
    const plain = plainLine(entry.replaceAll("**", ""));
    return `${mark}. ${shortLine(plain, width)}`;
  });
}
