import { createCharacterEstimator } from "@cutpoint/core";
import { expect, test } from "vitest";
import { createTokenBudget } from "../../core/src/digest/token-budget.ts";
import type { Source } from "../src/lines.ts";
import { passagesOf, takePassages } from "../src/passages.ts";
import type { Line } from "../src/terms.ts";

const estimator = createCharacterEstimator({ charactersPerToken: 1 });
const rows: Source = { label: "src/export/rows.ts: ", message: 1, path: "src/export/rows.ts" };
const person: Source = { label: "user: ", message: 0, path: null };

function line(source: Source, place: number, text: string): Line {
  return { snippet: { text, origin: "result", source, place, places: 9 }, terms: [] };
}

test("lines of one source are joined in their order, its label once in each entry", () => {
  const long = "a".repeat(200);
  expect(
    passagesOf([
      line(rows, 2, "third"),
      line(rows, 0, long),
      line(person, 0, "asked"),
      line(rows, 1, long),
    ]),
  ).toEqual(["user: asked", `src/export/rows.ts: ${long}`, `src/export/rows.ts: ${long} … third`]);
});

test("the room of lines is what they take once they are told", () => {
  const lines = [
    line(person, 0, "asked"),
    ...Array.from({ length: 9 }, (_, place) => line(rows, place, `${place}`.repeat(90))),
  ];
  const budget = createTokenBudget(5_000, estimator);
  const take = takePassages(budget);
  expect(lines.every(take)).toBe(true);
  const told = passagesOf(lines).map((entry) => `- ${entry}\n`);
  expect(told).toHaveLength(4);
  const breaks = lines.length - told.length;
  expect(5_000 - budget.left()).toBe(told.join("").length + breaks);
});

test("a line without room is not taken, and takes nothing", () => {
  const budget = createTokenBudget(10, estimator);
  expect(takePassages(budget)(line(rows, 0, "too long for it"))).toBe(false);
  expect(budget.left()).toBe(10);
});
