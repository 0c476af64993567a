import { type Item, textOf } from "@cutpoint/core";
import { isUserMessage } from "@cutpoint/core/kit";
import { asks } from "./cue-words.ts";
import { isQuestion } from "../read/signs.ts";
import { ASSISTANT, USER } from "../read/lines.ts";
import { plainLine, sentencesOf, shortLine } from "../read/sentences.ts";

/** The last question and the last list of a text of the model. */
type Offer = { readonly question: string; readonly entries: readonly Entry[] };
type Entry = readonly [mark: string, text: string];

const MAX_ANSWER_CHARACTERS = 300;
/** Longer answers say what they are about. */
const MAX_BARE_CHARACTERS = 60;
const MAX_QUESTION_CHARACTERS = 160;
/** A shorter question, as in "Which one?", needs the one before it. */
const SHORT_QUESTION = 40;
/** Characters of all entries, and of the fewest that one gets. */
const MAX_LIST_CHARACTERS = 600;
const LEAST_ENTRY_CHARACTERS = 24;
/** Share of these characters for the entries that an answer names, if it does not name all. */
const NAMED_SHARE = 0.7;
/** A list item or a row of a table that begins with a number or a letter. */
const MARKED =
  /^\s*(?:\|\s*)?(?:#{1,6}\s+|[-*]\s+)?(?:\*\*)?(?:option\s+)?\(?(\d{1,2}|[A-Ha-h])[.):](?:\*\*)?\s+(\S.*)$/iu;
const BULLET = /^\s*[-*•]\s+(\S.*)$/u;
/** Numbers and words of an answer that refer to entries of a list. */
const REFERS =
  /(?<![\p{L}\p{N}_.:/#-])\d{1,2}(?![\p{L}\p{N}_/:%-]|\.\d)|(?<!\p{L})(?:all(?=\s*(?:\d|of (?:them|these|those)|two|three|four|five|[.,!]|$))|both|(?:first|second|third|last)(?=\s*(?:one|two|three|option|choice|item|point|[.,!]|$))|rest|others|options? (?:[a-e]|\d)|except|skip|alle|beide|tous|todos|todas)(?!\p{L})/iu;
/** A letter of an answer that refers to an entry of a list with letters. */
const LETTER =
  /(?<![\p{L}\p{N}_.'’/-])(?:[B-H](?![\p{L}\p{N}_'’/-])|[Aa-h](?=[).\s]*$)|(?<=^\s*)[Aa-h](?=[).]\s))/gu;
const NUMBER = /(?<![\p{L}\p{N}_.:/-])\d{1,2}(?![\p{L}\p{N}_/:%-]|\.\d)/gu;

/**
 * Returns the user's short answers, each with the question of the model and the list that it refers to. `next` are later
 * items.
 */
export function answersWithOffers(
  items: readonly Item[],
  next: readonly Item[],
): readonly string[] {
  let offer: Offer | null = null;
  return [...items, ...next].flatMap(({ message }, place) => {
    const text = textOf(message);
    if (!isUserMessage(message)) {
      if (message.role === "assistant" && text.trim() !== "")
        offer = place < items.length ? offerIn(text) : null;
      return [];
    }
    const answered = offer === null ? "" : answeredBy(text, offer);
    offer = null;
    return answered === "" ? [] : [`${USER}${plainLine(text)} (answers: ${answered})`];
  });
}

/** Returns the newest question of the model with its list, or `null` if the user has answered. */
export function openOffer(items: readonly Item[], next: readonly Item[]): string | null {
  const last = [...items, ...next].findLast(
    ({ message }) => isUserMessage(message) || textOf(message).trim() !== "",
  );
  if (last?.message.role !== "assistant" || !items.includes(last)) return null;
  const { entries, question } = offerIn(textOf(last.message));
  return question === "" || entries.length < 2
    ? null
    : `${ASSISTANT}${question} (${listOf(entries, new Set())})`;
}

/** Returns what an answer refers to, or an empty string. */
function answeredBy(text: string, { entries, question }: Offer): string {
  if (text.length > MAX_ANSWER_CHARACTERS || asks(text)) return "";
  const hasLetters = /^[a-h]$/iu.test(entries[0]?.[0] ?? "");
  const letters = hasLetters ? (text.match(LETTER) ?? []) : [];
  const refers = entries.length > 1 && (REFERS.test(text) || letters.length > 0);
  const isBare = text.length <= MAX_BARE_CHARACTERS && !text.startsWith("<") && question !== "";
  if (!refers && !isBare) return "";
  if (!refers && !hasLetters) return question;
  const marks = [...letters, ...(text.match(NUMBER) ?? [])].map((mark) => mark.toLowerCase());
  return `${question} ${listOf(entries, new Set(marks))}`.trim();
}

/** Renders the entries of a list with their marks, shortened. Those that an answer names have most of the room. */
function listOf(entries: readonly Entry[], marks: ReadonlySet<string>): string {
  const isNamed = ([mark]: Entry): boolean => marks.has(mark.toLowerCase());
  const named = entries.filter(isNamed).length;
  const others = entries.length - named;
  const share = named === 0 ? 0 : others === 0 ? 1 : NAMED_SHARE;
  const widthOf = (part: number, count: number): number =>
    Math.max(LEAST_ENTRY_CHARACTERS, Math.floor((part * MAX_LIST_CHARACTERS) / count) - 4);
  return entries
    .map((entry) => {
      const width = isNamed(entry) ? widthOf(share, named) : widthOf(1 - share, others);
      const plain = plainLine(withoutBorder(entry[1].replaceAll("**", "")));
      return `${entry[0]}. ${shortLine(plain, width)}`;
    })
    .join(" ");
}

/** Removes the border at the end of a row of a table. */
function withoutBorder(row: string): string {
  const trimmed = row.trimEnd();
  return trimmed.endsWith("|") ? trimmed.slice(0, -1) : trimmed;
}

function offerIn(text: string): Offer {
  const asked = sentencesOf(text).filter(
    (each) => isQuestion(each) && !/^[A-Ha-h\d][.)]\s/u.test(each),
  );
  const last = asked.at(-1) ?? "";
  const question = last.length < SHORT_QUESTION ? asked.slice(-2).join(" ") : last;
  return {
    question: shortLine(question.replaceAll("**", ""), MAX_QUESTION_CHARACTERS),
    entries: listIn(text),
  };
}

/** Returns the entries of the last list of a text, with their numbers or letters. */
function listIn(text: string): readonly Entry[] {
  let marked: Entry[] = [];
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
  return marked.length > 1
    ? marked
    : bullets.map((bullet, place) => [String(place + 1), bullet] as const);
}
