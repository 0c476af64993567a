import { expect, test } from "vitest";
import { cellsOf, changeCells, type Result, resultsOf } from "../src/speed/results.ts";
import { compare } from "../src/speed/row.ts";

const row: Result = {
  name: "a row",
  yardstick: "count words",
  unit: "×",
  goal: 2,
  measured: 1.5,
  ms: 0.25,
};

test("a row shows its ratio, its goal and its time", () => {
  expect(cellsOf(row)).toEqual(["a row", "count words", "1.5 ×", "≤ 2 ×", "pass", "250 µs"]);
  expect(cellsOf({ ...row, measured: 2.1 })).toContain("short");
  expect(cellsOf({ ...row, measured: null })).toContain("failed");
  expect(changeCells({ ...row, measured: 3 }, resultsOf([row]))).toEqual(["1.5 ×", "2.00 ×"]);
  expect(changeCells({ ...row, name: "another" }, resultsOf([row]))).toEqual(["", ""]);
});

test("the load of other programs does not change a ratio, and neither does one slow run", async () => {
  let load = 1;
  let run = 0;
  const clock = (ms: number) => (): number => {
    run += 1;
    load += 0.01;
    return ms * load * (run % 7 === 0 ? 5 : 1);
  };
  const { measured } = await compare(21, clock(6), clock(3));
  expect(measured).toBeCloseTo(2, 1);
});
