import { expect, test } from "vitest";
import { linesOf, turnOpening } from "../../src/chat/chat-lines.ts";

test.each([
  ["[9:05 am on 3 May] Ann: hello", "[3 May] ", "Ann: ", "hello"],
  ["[9:05, 3 May] Ann: hello", "[3 May] ", "Ann: ", "hello"],
  ["[2026-05-03 09:05:17] Ann: hello", "[2026-05-03] ", "Ann: ", "hello"],
  ["[03/05/2026, 9:05 PM] Ann: hello", "[03/05/2026] ", "Ann: ", "hello"],
  ["[9:05 am] Ann: hello", "[9:05 am] ", "Ann: ", "hello"],
  ["[9:05] Ann: hello", "[9:05] ", "Ann: ", "hello"],
  ["[2026-05-03T09:05Z] hello", "[2026-05-03T09:05Z] ", "", "hello"],
  ["Ann Lee: hello", "", "Ann Lee: ", "hello"],
  ["Émile: hello", "", "Émile: ", "hello"],
  ["user: hello", "", "user: ", "hello"],
  ["[x] a box that is ticked in 2026", "", "", "[x] a box that is ticked in 2026"],
  ["so: hello", "", "", "so: hello"],
  ["at 9:05 we left", "", "", "at 9:05 we left"],
  ["", "", "", ""],
])("%s", (text, time, speaker, rest) => {
  expect(turnOpening(text)).toEqual({ time, speaker, rest });
});

test("accepts a text with an opening bracket that is never closed", () => {
  const text = `[${"1".repeat(1_000_000)}`;
  expect(turnOpening(text)).toEqual({ time: "", speaker: "", rest: text });
});

/** A sentence of different words with eight letters, except for a shorter last one. */
function sentence(from: number, count: number, lastLetters = 8): string {
  const words = Array.from({ length: count }, (_, place) => {
    const letters = (from + place)
      .toString(26)
      .replace(/\d/gu, (digit) => "qrstuvwxyz"[+digit] ?? "");
    const word = `Abcdef${letters}`;
    return place === count - 1 ? word.slice(-lastLetters) : word;
  });
  return `${words.join(" ")}.`;
}

const shownOf = (...sentences: readonly string[]): readonly string[] =>
  linesOf([{ place: 0, time: "", speaker: "", rest: sentences.join(" ") }]).map(({ text }) => text);

test("the sentences with most words are shown until they have 65 % of the words", () => {
  const [first, second] = [sentence(100, 13), sentence(200, 7)];
  expect(shownOf(first, second)).toEqual([first]);
  const [shorter, longer] = [sentence(100, 12), sentence(200, 8)];
  expect(shownOf(shorter, longer)).toEqual([`${shorter} ${longer}`]);
});

test("a line has at most 360 characters with the blanks after its sentences", () => {
  const first = sentence(100, 20);
  const [fitting, long] = [sentence(200, 20, 6), sentence(200, 20, 7)];
  expect(shownOf(first, fitting)).toEqual([`${first} ${fitting}`]);
  expect(shownOf(first, long)).toEqual([long]);
});
