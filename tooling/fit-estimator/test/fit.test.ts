import { readFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { costTableSource } from "../src/cost-table.ts";
import { createExactCounter } from "../src/exact.ts";
import { fitCosts, trainingChunks } from "../src/fit.ts";
import { errorReport, reportPage } from "../src/report.ts";
import { testKinds } from "../src/texts/test-kinds.ts";
import { trainKinds } from "../src/texts/train-kinds.ts";
import { solve } from "../src/solve.ts";

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8");
const exact = createExactCounter();
afterAll(() => exact.free());

test("the cost table in core is the result of the fit", { tags: ["long"] }, () => {
  const written = costTableSource(fitCosts(trainingChunks(), exact));
  expect(read("../../../packages/core/src/tokens/cost-table.ts")).toBe(written);
});

describe("the error on texts that were not used for the fit", () => {
  const report = errorReport(exact);

  test("equals the report", () => {
    expect(read("../error-report.md")).toBe(reportPage(report));
  });

  test("covers at least 40 kinds of text with a mean of 4.5 %, a 95th percentile of 12 % and a bias of 2 %", () => {
    expect(report.kinds.length).toBeGreaterThanOrEqual(40);
    expect(report.mean).toBeLessThanOrEqual(0.045);
    expect(report.p95).toBeLessThanOrEqual(0.12);
    expect(Math.abs(report.bias)).toBeLessThanOrEqual(0.02);
  });

  test.each(report.kinds.map((kind) => [kind.kind, kind] as const))(
    "%s has a mean error of at most 10 %",
    (_, kind) => {
      expect(kind.mean).toBeLessThanOrEqual(0.1);
    },
  );
});

test("no text is used for both the fit and the test", { tags: ["long"] }, () => {
  const fitted = new Set(trainKinds().flatMap((kind) => kind.documents()));
  const tested = testKinds().flatMap((kind) => kind.documents());
  expect(tested.filter((text) => fitted.has(text))).toEqual([]);
});

test("the solver finds the parameters that generated the data", () => {
  const truth = [0.5, 2, 0];
  const rows = Array.from({ length: 40 }, (_, index) => {
    const counts = [1 + (index % 3), 2 + (index % 5), 1 + (index % 7)];
    const total = counts.reduce((sum, count, at) => sum + count * (truth[at] as number), 0);
    return {
      cells: Uint16Array.from([0, 1, 2]),
      counts: Float64Array.from(counts, (count) => count / total),
      weight: 1,
    };
  });
  const found = solve(
    {
      rows,
      start: Float64Array.from([1, 1, 1]),
      hold: Float64Array.from([1, 1, 1]),
      fixed: new Uint8Array(3),
    },
    1e-9,
  );
  truth.forEach((value, at) => expect(found[at]).toBeCloseTo(value, 1));
});
