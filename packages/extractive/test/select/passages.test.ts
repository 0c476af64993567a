import { createCharacterEstimator } from "@cutpoint/core";
import { expect, test } from "vitest";
import { createTokenBudget } from "../../../core/src/digest/token-budget.ts";
import { INPUT, type Source } from "../../src/read/lines.ts";
import { renderPassages, reservePassages } from "../../src/select/passages.ts";
import type { Line } from "../../src/terms/terms.ts";

const estimator = createCharacterEstimator({ charactersPerToken: 1 });
const rows: Source = { label: "src/export/rows.ts: ", message: 1, path: "src/export/rows.ts" };
const person: Source = { label: "user: ", message: 0, path: null };

function line(source: Source, place: number, text: string): Line {
  return { sourceLine: { text, origin: "result", source, place }, terms: [] };
}

test("joins lines of one source in order, with the label once in each entry", () => {
  const long = "a".repeat(200);
  expect(
    renderPassages([
      line(rows, 3, "fourth"),
      line(rows, 0, long),
      line(person, 0, "asked"),
      line(rows, 1, long),
    ]),
  ).toEqual(["user: asked", `src/export/rows.ts: ${long}\n  ${long} … fourth`]);
});

test("lines of an earlier summary keep their order", () => {
  const carried = (label: string): Source => ({ label, message: -1, path: null });
  const lines = [
    line(rows, 0, "new"),
    line(carried("b.ts: "), 7, "later"),
    line(carried("a.ts: "), 3, "early"),
  ];
  expect(renderPassages(lines)).toEqual(["a.ts: early", "b.ts: later", "src/export/rows.ts: new"]);
});

test("lines of an earlier summary are separated, because lines between them can be missing", () => {
  const carried: Source = { label: "a.ts: ", message: -1, path: null };
  expect(renderPassages([line(carried, 0, "early"), line(carried, 1, "later")])).toEqual([
    "a.ts: early … later",
  ]);
});

test("reserves exactly the tokens of the rendered lines", () => {
  const lines = [
    line(person, 0, "asked"),
    ...Array.from({ length: 9 }, (_, place) => line(rows, place, `${place}`.repeat(90))),
  ];
  const budget = createTokenBudget(5_000, estimator);
  const take = reservePassages(budget);
  expect(lines.every(take)).toBe(true);
  const entries = renderPassages(lines).map((entry) => `- ${entry}\n`);
  expect(entries).toHaveLength(2);
  expect(5_000 - budget.left()).toBe(entries.join("").length);
});

const read: Source = { label: "", message: 0, path: "src/export/rows.ts" };
const content: Source = { ...rows, call: read };
const called = line(read, 0, "read src/export/rows.ts");

test("a result follows its call without its label", () => {
  const [one, two] = [line(content, 4, "first line"), line(content, 9, "second line")];
  expect(renderPassages([two, one, called])).toEqual([
    "read src/export/rows.ts → first line … second line",
  ]);
  expect(renderPassages([two, one])).toEqual(["src/export/rows.ts: first line … second line"]);
});

test("the long arguments of a call stand before its result, with a joint of their own", () => {
  const change: Source = { ...content, message: 0, isInput: true };
  const lines = [line(content, 0, "Edited."), line(change, 2, "const valve = 8;"), called];
  expect(renderPassages(lines)).toEqual([
    "read src/export/rows.ts, input: const valve = 8; → Edited.",
  ]);
});

test("reserves the tokens of a call and its result in any order", () => {
  const input: Source = { ...content, message: 0, label: "`read` input: ", isInput: true };
  const results = [
    line(input, 0, "valve = 8"),
    line(content, 0, "locker = 1"),
    line(content, 1, "c".repeat(300)),
  ];
  for (const lines of [
    [called, ...results],
    [...results, called],
    [...results.toReversed(), called],
  ]) {
    const budget = createTokenBudget(5_000, estimator);
    expect(lines.every(reservePassages(budget))).toBe(true);
    const rendered = renderPassages(lines).map((entry) => `- ${entry}\n`);
    const paid = 5_000 - budget.left();
    expect(paid - rendered.join("").length).toBeGreaterThanOrEqual(0);
    expect(paid - rendered.join("").length).toBeLessThanOrEqual(rows.label.length + INPUT.length);
  }
});

test("does not take a line that does not fit", () => {
  const budget = createTokenBudget(10, estimator);
  expect(reservePassages(budget)(line(rows, 0, "too long for it"))).toBe(false);
  expect(budget.left()).toBe(10);
});

test("a row has 380 characters at most, and all of them", () => {
  const entry = (...lengths: readonly number[]): string =>
    renderPassages(
      lengths.map((length, place) => line(rows, 2 * place, "a".repeat(length))),
    ).join();
  const first = 200;
  const left = 380 - rows.label.length - first - " … ".length;
  expect(entry(first, left)).not.toContain("\n");
  expect(entry(first, left).length).toBe(380);
  expect(entry(first, left + 1)).toContain("\n");
  const second = 380 - "\n  … ".length;
  expect(entry(380, second - 40, 37).split("\n")).toHaveLength(2);
  expect(entry(380, second - 40, 38).split("\n")).toHaveLength(3);
});

test("adjacent lines cost a blank, others a mark between them, in any order of taking", () => {
  const costOf = (...places: readonly number[]): number => {
    const budget = createTokenBudget(5_000, estimator);
    const take = reservePassages(budget);
    for (const place of places) take(line(rows, place, "abcdef"));
    return 5_000 - budget.left();
  };
  expect(costOf(3, 4) - costOf(3)).toBe(7);
  expect(costOf(4, 3) - costOf(4)).toBe(7);
  expect(costOf(3, 5) - costOf(3)).toBe(9);
});
