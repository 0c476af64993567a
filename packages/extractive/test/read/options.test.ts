import * as fc from "fast-check";
import { expect, test } from "vitest";
import { cases } from "../../../../tooling/laws/src/cases.ts";
import { chosenIn, optionListsIn } from "../../src/read/options.ts";

const chosen = (said: string, answer: string, isShort = true): readonly string[] =>
  optionListsIn(said).flatMap((list) => chosenIn(answer, list, isShort));

const STYLES: readonly ((label: string, option: string) => string)[] = [
  (label, option) => `${label}) ${option}`,
  (label, option) => `- **${label}) ${option}**`,
  (label, option) => `**${label}.** ${option}`,
  (label, option) => `| **${label}. ${option}** | costs more |`,
  (label, option) => `| ${label} | ${option} | 3d |`,
  (label, option) => `### Option ${label}: ${option}`,
  (label, option) => `（${label}）${option}`,
  (label, option) => `方案${label}：${option}`,
];

test("reads options in the forms that models write, with their lead", () => {
  const anyOptions = fc.uniqueArray(fc.stringMatching(/^[a-z]{3,8} [a-z]{3,8}$/u), {
    minLength: 2,
    maxLength: 9,
  });
  fc.assert(
    fc.property(
      anyOptions,
      fc.boolean(),
      fc.constantFrom(...STYLES),
      (texts, isNumbered, style) => {
        const labels = texts.map((_, place) => (isNumbered ? `${place + 1}` : "ABCDEFGHI"[place]));
        const lines = texts.map((text, place) => style(labels[place] ?? "", text));
        const [list, ...others] = optionListsIn(
          `It hums.\n\nWhich pump?\n\n${lines.join("\n")}\n\nSay it.`,
        );
        expect(others).toEqual([]);
        expect(list?.lead).toBe("Which pump?");
        expect([...(list?.options ?? [])]).toEqual(
          texts.map((text, place) => [labels[place], text]),
        );
      },
    ),
    cases(100),
  );
});

test("text in code, single items and abbreviations are no options", () => {
  const texts = ["```\n1. one\n2. two\n```", "1. one", "e.g. one\ni.e. two", "1.5 GB\n2.5 GB"];
  expect(texts.flatMap(optionListsIn)).toEqual([]);
});

test("a label that comes again begins another list", () => {
  const lists = optionListsIn(
    "Found:\n1. a pump\n2. a valve\n\nWhich fuse?\n1. the old\n2. the new",
  );
  expect(lists.map(({ lead, options }) => [lead, options.get("2")])).toEqual([
    ["Found:", "a valve"],
    ["Which fuse?", "the new"],
  ]);
});

test("a question before the options leads them, even if a sentence follows it", () => {
  const [list] = optionListsIn("Which fuse?\n\nBoth fit the pump.\n\nA) the old\nB) the new");
  expect(list?.lead).toBe("Which fuse?");
});

const letters = "A) an owl\nB) a bear\nC) a cat";
const numbers = "1. an owl\n2. a bear\n3. a cat";

test("reads the labels of a short answer in any language", () => {
  const answers: readonly (readonly [string, readonly string[]])[] = [
    ["B", ["B"]],
    ["b)", ["B"]],
    ["A and C", ["A", "C"]],
    ["Lieber B und C", ["B", "C"]],
    ["plutôt l'option B", ["B"]],
    ["вариант B", ["B"]],
    ["选B", ["B"]],
    ["Bでお願いします", ["B"]],
    ["that's a good one", []],
    ["D", []],
    ["Because", []],
  ];
  for (const [answer, labels] of answers)
    expect([answer, chosen(letters, answer)]).toEqual([answer, labels]);
});

test("a number that is the count of the options means all of them, unless it begins the answer", () => {
  expect(chosen(numbers, "yes, all 3")).toEqual(["1", "2", "3"]);
  expect(chosen(numbers, "ja, alle 3 bitte")).toEqual(["1", "2", "3"]);
  expect(chosen(numbers, "3")).toEqual(["3"]);
  expect(chosen(numbers, "1 and 3")).toEqual(["1", "3"]);
  expect(chosen(numbers, "13")).toEqual([]);
});

test("in a longer answer, a number needs a bracket and a label stands at the beginning", () => {
  expect(chosen(numbers, "1. repair the 2 gates", false)).toEqual([]);
  expect(chosen(numbers, "I think 2) is the best of these", false)).toEqual(["2"]);
  expect(chosen(letters, "I think B, because it is the larger animal", false)).toEqual(["B"]);
  expect(chosen(letters, `${"It is late, and ".repeat(5)}B is better`, false)).toEqual([]);
});
