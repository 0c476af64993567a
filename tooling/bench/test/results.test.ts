import { expect, test } from "vitest";
import { cellsOf, changeCells, type Result, resultsOf } from "../src/speed/results.ts";

const row: Result = { name: "a row", unit: "µs", goal: 82, measured: 41, yardstickMs: 0.82 };
const slower: Result = { ...row, measured: 82, yardstickMs: 1.64 };

test("a machine that is twice as slow has the same ratios", () => {
  expect(cellsOf(row)).toEqual(["a row", "41 µs", "0.05", "≤ 0.1", "pass"]);
  expect(cellsOf(slower)).toEqual(["a row", "82 µs", "0.05", "≤ 0.1", "pass"]);
  expect(changeCells(slower, resultsOf([row]))).toEqual(["0.05", "1.00 ×"]);
  expect(cellsOf({ ...row, measured: 83 })).toContain("short");
});

test("sizes, multiples and failed rows have no ratio", () => {
  const size: Result = { name: "a size", unit: "kB", goal: 64, measured: 65, yardstickMs: 0.82 };
  expect(cellsOf(size)).toEqual(["a size", "65 kB", "", "≤ 64 kB", "short"]);
  const { yardstickMs: _without, ...earlier } = row;
  expect(changeCells(row, resultsOf([earlier]))).toEqual(["", ""]);
  expect(cellsOf({ ...row, measured: null })).toEqual([
    "a row",
    "failed",
    "failed",
    "≤ 0.1",
    "short",
  ]);
});
