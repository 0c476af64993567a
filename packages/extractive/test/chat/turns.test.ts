import { assistantMessage, systemMessage, userMessage } from "@cutpoint/core";
import { expect, test } from "vitest";
import { itemsOf } from "../../../core/test/digest/conversation.ts";
import { linesOf, previousChatLines, speakersOf, turnsOf } from "../../src/chat/chat-lines.ts";

const turn = (rest: string) => ({ place: 0, time: "", speaker: "Ann: ", rest });
const textsOf = (rest: string): readonly string[] => linesOf([turn(rest)]).map(({ text }) => text);

test("a name that one of twelve turns begins with is a speaker", () => {
  const turns = (count: number) =>
    itemsOf(
      userMessage("Ann: hello"),
      Array.from({ length: count - 1 }, () => userMessage("Bea: hello")),
    );
  expect([...speakersOf(turns(12))]).toEqual(["Ann: ", "Bea: "]);
  expect([...speakersOf(turns(13))]).toEqual(["Bea: "]);
});

test("a turn has the name of its speaker or its role, and system text is no turn", () => {
  const items = itemsOf(
    systemMessage("Ann: be kind"),
    userMessage("Ann: hello there"),
    assistantMessage("Note: hello there"),
    userMessage("hello there"),
  );
  expect(
    turnsOf(items, new Set(["Ann: ", ""])).map(({ place, rest, speaker }) => [
      place,
      speaker,
      rest,
    ]),
  ).toEqual([
    [1, "Ann: ", "hello there"],
    [2, "assistant: ", "Note: hello there"],
    [3, "user: ", "hello there"],
  ]);
});

test("lines of an earlier summary come first, with the date of the line before", () => {
  const lines = previousChatLines(["[3 May] Ann: hello", "Bea: hi", "[4 May] Ann: bye"]);
  expect(lines.map(({ place, speaker, time }) => [place, time, speaker])).toEqual([
    [-3, "[3 May] ", "Ann: "],
    [-2, "[3 May] ", "Bea: "],
    [-1, "[4 May] ", "Ann: "],
  ]);
});

const sentence = (name: string, length: number): string =>
  `The ${name.repeat(length).slice(0, length - 5)}.`;

test("sentences of up to 720 characters are one part", () => {
  const [one, two] = [sentence("pump", 360), sentence("gate", 359)];
  expect(textsOf(`${one} ${two}`)).toHaveLength(1);
  expect(textsOf(`${one} ${two.replace(".", "x.")}`)).toHaveLength(2);
});

test("the sentences with the most words stay, in order, until they have 65 % of the words", () => {
  const rare = "Harbour pumps need seven new valves.";
  expect(textsOf(`Well, that was it. ${rare} That is so.`)).toEqual([rare]);
  const two = "Some lamp in the old hall is blue. Another gate in the big wall is gray.";
  expect(textsOf(two)).toEqual([two]);
  expect(textsOf(`${rare} ${rare}`)).toEqual([rare]);
});

test("of two sentences with the same words, a question goes last", () => {
  expect(textsOf("Does Anna mend blue pumps? Does Anna mend blue pumps.")).toEqual([
    "Does Anna mend blue pumps.",
  ]);
});

test("a line has 360 characters at most", () => {
  const long = Array.from(
    { length: 5 },
    (_, place) =>
      Array.from({ length: 16 }, (_each, word) => `word${place}x${word}`).join(" ") + ".",
  ).map((text) => `The ${text}`);
  const [line = ""] = textsOf(long.join(" "));
  expect(line.length).toBeLessThanOrEqual(360);
  expect(line.length).toBeGreaterThan(240);
});
