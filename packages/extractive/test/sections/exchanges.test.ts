import { assistantMessage, type Message, userMessage } from "@cutpoint/core";
import { expect, test } from "vitest";
import { itemsOf, run } from "../../../core/test/digest/conversation.ts";
import { answeredLists, openList } from "../../src/sections/exchanges.ts";

const LETTERS = "Two ways:\n\nA) Cut the cable\nB) Move the pole\nC) Call the harbor\n\nWhich one?";
const NUMBERS = "Two ways:\n1. Cut the cable\n2. Move the pole";

function lineFor(list: string, answer: string): string | undefined {
  return answeredLists(itemsOf(assistantMessage(list)), itemsOf(userMessage(answer)))[0];
}

test.each(["B", "B)", "b", "(b)", "Let's go with B.", "B, and then C", "go with a", "option c"])(
  "%j refers to a list with letters",
  (answer) => {
    expect(lineFor(LETTERS, answer)).toBe(
      `user: ${answer} (answers: A. Cut the cable B. Move the pole C. Call the harbor)`,
    );
  },
);

test.each(["A crane is needed.", "Use vitamin-B cables.", "I know the H-frame.", "Is it B?"])(
  "%j does not",
  (answer) => {
    expect(lineFor(LETTERS, answer)).toBeUndefined();
  },
);

test("a letter does not refer to a list with numbers", () => {
  expect(lineFor(NUMBERS, "Plan B")).toBeUndefined();
  expect(lineFor(NUMBERS, "2")).toBe("user: 2 (answers: 1. Cut the cable 2. Move the pole)");
});

test("the output of a tool between a list and its answer is not the list", () => {
  const looked = run("bash", { command: "ls" }, "1. one\n2. two");
  const [line] = answeredLists(itemsOf(assistantMessage(NUMBERS), looked, userMessage("2")), []);
  expect(line).toBe("user: 2 (answers: 1. Cut the cable 2. Move the pole)");
});

test("a new list of bullets replaces an earlier one, also with empty lines in it", () => {
  const bullets = "Found:\n- a crack\n\nI can:\n- cut the cable\n\n- move the pole";
  expect(lineFor(bullets, "both")).toBe("user: both (answers: 1. cut the cable 2. move the pole)");
});

test("a list among the kept messages is not repeated", () => {
  const asked = assistantMessage(`${NUMBERS}\nWhich one?`);
  expect(openList(itemsOf(assistantMessage("Hello.")), itemsOf(asked))).toBeNull();
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
  expect(openList(itemsOf(assistantMessage(list)), itemsOf(...next))).toBe(line);
});
