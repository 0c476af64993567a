import { runAtOnce } from "@cutpoint/core/kit";
import { expect, test } from "vitest";
import { factsIn, takeUserFacts } from "../../src/sections/statements.ts";

test.each([
  ["Remember: the code is BLUE-HERON-42.", ["BLUE-HERON-42"]],
  ["Please ask Marta about it.", ["Marta"]],
  ["We need 7 crates.", ["7"]],
  ["Put it into src/berth.ts.", ["src/berth.ts"]],
  ['Call it "the old quay" from now on.', ["the old quay"]],
  ["Use port 8080. Or is it 9090?", ["8080"]],
  ["Please go on, I wait.", []],
])("facts of %s", (text, facts) => {
  expect(factsIn(text)).toEqual(facts);
});

function taken(lines: readonly string[], most: number, written: readonly string[] = []): string[] {
  let left = most;
  const stated = lines.map((text) => ({ text }));
  const facts = runAtOnce(takeUserFacts(stated, written, () => (left -= 1) >= 0));
  return facts.map(({ text }) => text);
}

test("the least used and oldest facts are left out first", () => {
  const lines = ["berth 1", "berth 2 is free", "berth 3", "2 boats", "berth 4"];
  expect(taken(lines, 5)).toEqual(["2 boats", "berth 2 is free", "berth 4", "berth 3", "berth 1"]);
  expect(taken(lines, 3)).toEqual(["2 boats", "berth 2 is free", "berth 4"]);
});

test("lines without facts, and facts that one line contains already, are not repeated", () => {
  const lines = ["go on", "berth 11 and 12", "berth 13"];
  expect(taken(lines, 9, ["12 boats lie at 11"])).toEqual(["berth 13"]);
  expect(taken(lines, 9, ["11", "12"])).toEqual(["berth 13", "berth 11 and 12"]);
});
