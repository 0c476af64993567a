import type { Room } from "../digest/room.ts";
import { gistOf, requestGist } from "./gist.ts";
import { keyOf } from "./merge-sections.ts";

/** A question (or a request) of a person, and what came of it, both in full. */
export type Finding = { readonly question: string; readonly answer: string };

const ARROW = " → ";

/** How long question and answer may be, in characters, from roomy to terse. */
const LENGTHS: readonly (readonly [question: number, answer: number])[] = [
  [200, 500],
  [140, 300],
  [110, 180],
  [80, 110],
];

/** Findings are told at length as long as they take no more than this share of their room. */
const COMFORT = 0.7;

/** A finding in one line. */
export function findingLine(
  { question, answer }: Finding,
  questionCharacters: number,
  answerCharacters: number,
): string {
  const asked = requestGist(question, questionCharacters).replaceAll(ARROW, " -> ");
  return `${asked}${ARROW}${gistOf(answer, question, answerCharacters)}`;
}

/** The finding that a line of an earlier summary tells; `null` where it tells none. */
export function findingOfLine(line: string): Finding | null {
  const at = line.indexOf(ARROW);
  if (at <= 0 || line.startsWith("`")) return null;
  return { question: line.slice(0, at), answer: line.slice(at + ARROW.length) };
}

/**
 * Findings as lines, oldest first, as many as there is room for: all of them shortened alike before one is dropped, and
 * then those in the middle first. Of findings with the same question the newest stays.
 */
export function findingLines(findings: readonly Finding[], room: Room): readonly string[] {
  const distinct = [...new Map(findings.map((each) => [keyOf(each.question), each])).values()];
  for (const [question, answer] of LENGTHS) {
    const lines = distinct.map((each) => findingLine(each, question, answer));
    const characters = lines.reduce((sum, line) => sum + line.length + 8, 0);
    if (characters / 3.5 <= room.left() * COMFORT) return newestAndOldest(lines, room);
  }
  const [question, answer] = LENGTHS.at(-1) ?? [80, 110];
  return newestAndOldest(
    distinct.map((each) => findingLine(each, question, answer)),
    room,
  );
}

/** As many lines as there is room for, two of the newest for each of the oldest, in their order. */
function newestAndOldest(lines: readonly string[], room: Room): readonly string[] {
  const chosen = new Set<number>();
  let oldest = 0;
  let newest = lines.length - 1;
  for (let turn = 0; oldest <= newest; turn += 1) {
    const place = turn % 3 === 2 ? oldest++ : newest--;
    if (!room.take(`- [x] ${lines[place]}`)) break;
    chosen.add(place);
  }
  return lines.filter((_, place) => chosen.has(place));
}
