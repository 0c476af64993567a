import { LONGEST_LINE, plainLine, quotableLines, SENTENCE_END, shortLine } from "./sentences.ts";

/** A sentence, a list item or a row of a table, with the line that introduces it. */
export type Thought = {
  /** The line that introduces a list or a table, or empty. */
  readonly lead: string;
  readonly text: string;
};

const LEAST_CHARACTERS = 6;
const MOST_TEXT_CHARACTERS = 200_000;
const MOST_LEAD_CHARACTERS = 110;
const FENCE = /^\s*(?:```|~~~)/u;
const ITEM = /^\s*(?:[-*+•]|\(?(?:\d{1,3}|[A-Za-z])[.)])\s+\S/u;
const ROW = /^\s*\|.*\|\s*$/u;
const RULE = /^[\s|:*=_-]+$/u;
const HEADING = /^\s*(?:#{1,6}\s+(\S.*)|\*\*([^*]+)\*\*:?\s*)$/u;
/** The mark of a list item that an answer can refer to. */
const NUMBER = /^\s*(\(?(?:\d{1,3}|[A-Za-z])[.)])\s/u;

/** Splits prose into thoughts. Nothing is cut inside a sentence of at most {@link LONGEST_LINE} characters. */
export function thoughtsOf(text: string): readonly Thought[] {
  const thoughts: Thought[] = [];
  let lead = "";
  let fenced = false;
  let isInTable = false;
  for (const line of text.slice(0, MOST_TEXT_CHARACTERS).split("\n")) {
    if (FENCE.test(line)) {
      fenced = !fenced;
      continue;
    }
    if (fenced) {
      for (const code of quotableLines(line)) thoughts.push({ lead: "", text: code });
      continue;
    }
    if (line.trim() === "" || RULE.test(line)) continue;
    const isRow = ROW.test(line);
    if (isRow && !isInTable) {
      isInTable = true;
      lead = leadOf(line);
      continue;
    }
    isInTable = isRow;
    const [, heading, bold] = HEADING.exec(line) ?? [];
    const title = heading ?? bold;
    if (title !== undefined) {
      lead = leadOf(title);
      continue;
    }
    const isItem = isRow || ITEM.test(line);
    const [, number = ""] = NUMBER.exec(line) ?? [];
    const plain = `${number} ${plainLine(line)}`.trimStart();
    if (plain.length < LEAST_CHARACTERS || !/[\p{L}\p{N}]{2}/u.test(plain)) continue;
    if (!isItem && /[:：]$/u.test(plain) && plain.length <= MOST_LEAD_CHARACTERS) {
      lead = leadOf(plain);
      continue;
    }
    if (!isItem && !/^\s/u.test(line)) lead = "";
    for (const each of sentencesIn(plain)) thoughts.push({ lead, text: each });
  }
  return thoughts;
}

function leadOf(line: string): string {
  const plain = plainLine(line)
    .replaceAll("**", "")
    .replace(/[:：]$/u, "");
  const short = shortLine(plain, MOST_LEAD_CHARACTERS);
  return short === "" ? "" : `${short}: `;
}

/** Splits a line into sentences, and joins what is too short to say something. */
function sentencesIn(line: string): readonly string[] {
  const sentences: string[] = [];
  for (const sentence of line.split(SENTENCE_END)) {
    const last = sentences.at(-1);
    const joins = last !== undefined && (last.length < 40 || sentence.length < 24);
    if (joins && last.length + sentence.length < LONGEST_LINE)
      sentences[sentences.length - 1] = `${last} ${sentence}`;
    else if (sentence !== "") sentences.push(sentence);
  }
  return sentences.flatMap((each) => (each.length <= LONGEST_LINE ? [each] : quotableLines(each)));
}

const REPORT_LINES = 60;
const REPORT_SHARE = 0.4;

/** Returns whether most of the first lines of a text are sentences or list items in words, as in a report. */
export function isReport(text: string): boolean {
  const lines = text
    .slice(0, 8_000)
    .split("\n")
    .slice(0, REPORT_LINES)
    .filter((line) => /\p{L}/u.test(line));
  const isSaid = (line: string): boolean =>
    !/^\s*[[{<"']/u.test(line) &&
    (line.match(/(?<!\p{L})\p{L}{2,}(?=[\s,.:;)]|$)/gu)?.length ?? 0) >= 5;
  return lines.length > 0 && lines.filter(isSaid).length >= REPORT_SHARE * lines.length;
}
