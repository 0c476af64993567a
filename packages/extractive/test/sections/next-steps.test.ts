import { assistantMessage, userMessage } from "@cutpoint/core";
import { expect, test } from "vitest";
import { itemsOf } from "../../../core/test/digest/conversation.ts";
import { lastWordsIn, nextStepsIn, statesNextStep } from "../../src/sections/next-steps.ts";

test.each([
  "The next step is to run the nightly export on staging.",
  "Next, I write the tests.",
  "I still need to update the README.",
  "Als Nächstes kommt der Export.",
])("a next step: %s", (sentence) => {
  expect(statesNextStep(sentence)).toBe(true);
});

test.each([
  "Committed on `next` as 1a2b3c4.",
  "Committed on next as 1a2b3c4.",
  "If the inbox is free of conflicts, then concurrent writes merge on read.",
  "This means we don't need to register more accounts.",
  "Revoke and modify folder triggers rotation for remaining recipients",
  "Let me know what you think.",
  "Let me check the logs.",
  "There is nothing to do here.",
])("no next step: %s", (sentence) => {
  expect(statesNextStep(sentence)).toBe(false);
});

test("an answer has its last three next steps, of 12 to 320 characters", () => {
  const steps = ["a", "b", "c", "d"].map((name) => `Next, write part ${name}.`);
  expect(nextStepsIn(steps.join(" "), true)).toEqual(steps.slice(1));
  const next = (length: number): string => `Next, mend ${"x".repeat(length - 12)}.`;
  expect([12, 320, 321].map((length) => nextStepsIn(next(length), true).length)).toEqual([1, 1, 0]);
  expect(nextStepsIn("Next, mend.", true)).toEqual([]);
});

test.each([
  ["a row of a table", "| next step | mend the pump |"],
  ["what introduces a list", "The next steps are these:"],
  ["a step that is done", "The next step, the parser, is done."],
])("%s is no next step of an answer", (_name, answer) => {
  expect(nextStepsIn(answer, true)).toEqual([]);
});

test("the last words of the model are the newest that are not empty, shortened", () => {
  const items = itemsOf(
    assistantMessage("I look at the pump."),
    assistantMessage("The pump has a valve. It is blue."),
    assistantMessage("  "),
    userMessage("Why?"),
  );
  expect(lastWordsIn(items, 280)).toBe("The pump has a valve. It is blue.");
  expect(lastWordsIn(items, 20)).toBe("The pump has a …");
  expect(lastWordsIn(items.slice(2), 280)).toBeNull();
});
