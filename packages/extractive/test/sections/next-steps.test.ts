import { expect, test } from "vitest";
import { statesNextStep } from "../../src/sections/next-steps.ts";

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
