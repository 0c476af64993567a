import { assistantMessage, userMessage } from "@cutpoint/core";
import { expect, test } from "vitest";
import { itemsOf } from "../../core/test/digest/conversation.ts";
import { answeredLists } from "../src/exchanges.ts";

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
