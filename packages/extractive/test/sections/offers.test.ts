import { assistantMessage, type Message, userMessage } from "@cutpoint/core";
import { expect, test } from "vitest";
import { itemsOf, run } from "../../../core/test/digest/conversation.ts";
import { answersWithOffers, openOffer } from "../../src/sections/offers.ts";

const LETTERS = "Two ways:\n\nA) Cut the cable\nB) Move the pole\nC) Call the harbor\n\nWhich one?";
const NUMBERS = "Two ways:\n1. Cut the cable\n2. Move the pole";

function lineFor(list: string, answer: string): string | undefined {
  return answersWithOffers(itemsOf(assistantMessage(list)), itemsOf(userMessage(answer)))[0];
}

test.each(["B", "B)", "b", "(b)", "Let's go with B.", "B, and then C", "go with a", "option c"])(
  "%j refers to a list with letters",
  (answer) => {
    expect(lineFor(LETTERS, answer)).toBe(
      `user: ${answer} (answers: Which one? A. Cut the cable B. Move the pole C. Call the harbor)`,
    );
  },
);

test.each(["A crane is needed.", "Use vitamin-B cables.", "I know the H-frame."])(
  "%j does not, but it is short and has the question",
  (answer) => {
    expect(lineFor(LETTERS, answer)).toBe(`user: ${answer} (answers: Which one?)`);
    const long = `${answer} ${"It is a long way from here to the harbor. ".repeat(2)}`;
    expect(lineFor(LETTERS, long)).toBeUndefined();
  },
);

test("a question does not refer to a list, nor does a notice of the app", () => {
  expect(lineFor(LETTERS, "Is it B?")).toBeUndefined();
  expect(lineFor(LETTERS, "<output>done</output>")).toBeUndefined();
});

test("a short answer has the question, and the one before it if that is short", () => {
  expect(lineFor("The cable is cut. Should I move the pole to the harbor now?", "yes")).toBe(
    "user: yes (answers: Should I move the pole to the harbor now?)",
  );
  expect(lineFor("How should the pole be moved? Which way?", "let's keep it simple")).toBe(
    "user: let's keep it simple (answers: How should the pole be moved? Which way?)",
  );
  expect(lineFor("The cable is cut.", "yes")).toBeUndefined();
});

test("the options of a table are a list, and the chosen one has most of the room", () => {
  const text = "is moved with the large crane and two ships from the harbor ".repeat(6);
  const table = ["A. Cable", "B. Pole", "C. Harbor"].map((name) => `| **${name}** | ${text}|`);
  const line = lineFor(`| Option | Effect |\n| --- | --- |\n${table.join("\n")}\nWhich?`, "B.");
  const [cable = "", pole = "", harbor = ""] = line?.split(/(?=[ABC]\. )/u).slice(-3) ?? [];
  expect([cable, pole, harbor].map((each) => each.slice(0, 8))).toEqual([
    "A. Cable",
    "B. Pole ",
    "C. Harbo",
  ]);
  expect(pole.length).toBeGreaterThan(3 * cable.length);
});

test("a letter does not refer to a list with numbers", () => {
  expect(lineFor(NUMBERS, "Plan B")).toBeUndefined();
  expect(lineFor(NUMBERS, "2")).toBe("user: 2 (answers: 1. Cut the cable 2. Move the pole)");
});

test("the output of a tool between a list and its answer is not the list", () => {
  const looked = run("bash", { command: "ls" }, "1. one\n2. two");
  const [line] = answersWithOffers(
    itemsOf(assistantMessage(NUMBERS), looked, userMessage("2")),
    [],
  );
  expect(line).toBe("user: 2 (answers: 1. Cut the cable 2. Move the pole)");
});

test("a new list of bullets replaces an earlier one, also with empty lines in it", () => {
  const bullets = "Found:\n- a crack\n\nI can:\n- cut the cable\n\n- move the pole";
  expect(lineFor(bullets, "both")).toBe("user: both (answers: 1. cut the cable 2. move the pole)");
});

test("a list among the kept messages is not repeated", () => {
  const asked = assistantMessage(`${NUMBERS}\nWhich one?`);
  expect(openOffer(itemsOf(assistantMessage("Hello.")), itemsOf(asked))).toBeNull();
});

test.each<[string, string, readonly Message[], string | null]>([
  [
    "with a question",
    `${NUMBERS}\nWhich one?`,
    [],
    "assistant: Which one? (1. Cut the cable 2. Move the pole)",
  ],
  ["without a question", NUMBERS, [], null],
  ["of one entry", "1. Cut the cable\nShould I?", [], null],
  ["that was answered", `${NUMBERS}\nWhich one?`, [userMessage("2")], null],
])("an open list %s", (_, list, next, line) => {
  expect(openOffer(itemsOf(assistantMessage(list)), itemsOf(...next))).toBe(line);
});
