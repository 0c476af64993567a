import { describe, expect, test } from "vitest";
import { reportsSuccess, statesNextStep, statesRule } from "../../src/sections/cue-words.ts";

describe("rules", () => {
  test.each([
    "You must never push to main.",
    "Never touch src/legacy, please.",
    "also don't add a new dependency",
    "full schema should not be updated ever, it is a point in time snapshot.",
    "Use only the public API.",
    "we don't need backward compatibility, this makes things complicated",
    "I want to fly on May 20th, in economy class.",
    "We'd like shorter names here.",
    "I’d really prefer one file.",
    "Make sure the docs are consistent.",
    "Bitte nur deutsche Kommentare schreiben.",
    "不要修改测试文件。",
  ])("%s", (sentence) => {
    expect(statesRule(sentence)).toBe(true);
  });

  test.each([
    "It only took us two hours.",
    "The function is defined in testenv.go but never called anywhere.",
    "TotalCommitted and AgentLines don't account for user removals.",
    "I don't see the point of multiple runs",
    "Must have been traumatizing for you guys.",
    "That must've been breathtaking!",
    "It should be good!",
    "Also should we group runs by experiment",
    "wait why are traces in their own folder shouldn't we have one trace",
    "The `never` type is missing.",
    "Mount it as a read-only disk.",
  ])("not: %s", (sentence) => {
    expect(statesRule(sentence)).toBe(false);
  });
});

describe("next steps", () => {
  test.each([
    "The next step is to run the nightly export on staging.",
    "Next, I write the tests.",
    "I still need to update the README.",
    "Let me check the logs.",
    "Als Nächstes kommt der Export.",
  ])("%s", (sentence) => {
    expect(statesNextStep(sentence)).toBe(true);
  });

  test.each([
    "Committed on `next` as 1a2b3c4.",
    "Committed on next as 1a2b3c4.",
    "If the inbox is free of conflicts, then concurrent writes merge on read.",
    "This means we don't need to register more accounts.",
    "Revoke and modify folder triggers rotation for remaining recipients",
    "Let me know what you think.",
    "There is nothing to do here.",
  ])("not: %s", (sentence) => {
    expect(statesNextStep(sentence)).toBe(false);
  });
});

test.each([
  ["Fixed the path in src/build.ts.", true],
  ["All 27 tests pass.", true],
  ["The critical issue should be fixed before the merge.", false],
  ["The record claims the schema was updated, but it needs a correction.", false],
  ["Created files are not enrolled.", false],
  ["The test fails.", false],
  ["Renamed `not` to `isNot`.", true],
])("%s reports a success: %s", (sentence, isSuccess) => {
  expect(reportsSuccess(sentence)).toBe(isSuccess);
});
