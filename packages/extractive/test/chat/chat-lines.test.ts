import { expect, test } from "vitest";
import { turnOpening } from "../../src/chat/chat-lines.ts";

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
