import { type Item, textOf } from "@cutpoint/core";
import { isUserMessage } from "@cutpoint/core/kit";
import { asks, isQuestion } from "../read/signs.ts";
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
/** Characters of the entries that an answer names, or of all. */
const MAX_LIST_CHARACTERS = 480;
/** Characters of each other entry. */
const LEAST_ENTRY_CHARACTERS = 24;
/** A list item or a row of a table that begins with a number or a letter. */
const MARKED =
  /^\s*(?:\|\s*)?(?:#{1,6}\s+|[-*]\s+)?(?:\*\*)?(?:option\s+)?\(?(\d{1,2}|[A-Ha-h])[.):](?:\*\*)?\s+(\S.*)$/iu;
const BULLET = /^\s*[-*•]\s+(\S.*)$/u;
/** Numbers and letters of an answer that can refer to an entry. */
const MARK =
  /(?<![\p{L}\p{N}_.:/#'’-])(?:\d{1,2}(?![\p{L}\p{N}_/:%-]|\.\d)|[B-H](?![\p{L}\p{N}_'’/-])|[Aa-h](?=[).\s]*$)|(?<=^\s*)[Aa-h](?=[).]\s))/gu;
/** Words that refer to entries. */
const REFERS =
  /(?<!\p{L})(?:all|both|first|second|third|last|rest|others|except|skip|alle|beide|tous|todos|todas)(?!\p{L})/iu;

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
    : `${ASSISTANT}${question} (${listOf(entries)})`;
}

/** Returns what an answer refers to, or an empty string. */
function answeredBy(text: string, { entries, question }: Offer): string {
  if (text.length > MAX_ANSWER_CHARACTERS || text.startsWith("<") || asks(text)) return "";
  const marks = new Set((text.match(MARK) ?? []).map((mark) => mark.toLowerCase()));
  const named = entries.filter(([mark]) => marks.has(mark.toLowerCase()));
  if (entries.length > 1 && (named.length > 0 || REFERS.test(text)))
    return `${question} ${listOf(entries, named)}`.trim();
  return text.length <= MAX_BARE_CHARACTERS ? question : "";
}

/** Renders the entries of a list with their marks, shortened. */
function listOf(entries: readonly Entry[], named: readonly Entry[] = []): string {
  const most = named.length === 0 ? entries : named;
  const width = Math.max(LEAST_ENTRY_CHARACTERS, MAX_LIST_CHARACTERS / most.length - 4);
  return entries
    .map((entry) => {
      const plain = plainLine(withoutBorder(entry[1].replaceAll("**", "")));
      const room = most.includes(entry) ? width : LEAST_ENTRY_CHARACTERS;
      return `${entry[0]}. ${shortLine(plain, Math.floor(room))}`;
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
