import { expect, test } from "vitest";
import { demoProblems } from "../src/demo-report.ts";

const compaction = { tokensBefore: 14_000, tokensAfter: 6_000 };
const good = {
  window: 16_000,
  requests: [{ tokens: 900 }, { tokens: 16_000 }],
  compactions: [compaction, compaction, compaction],
  refused: 0,
  findings: { asked: 4, found: 4 },
  log: "runs/demo.jsonl",
};

test("a good run has no problems", () => {
  expect(demoProblems(good, { resumed: false })).toEqual([]);
});

test("a good second run may be short, and counts the entries of the log", () => {
  const second = { ...good, compactions: [], findings: { asked: 0, found: 0 } };
  expect(demoProblems({ ...second, resumed: { entries: 300 } }, { resumed: true })).toEqual([]);
  expect(demoProblems(second, { resumed: true })).toEqual([
    "resumed is missing: expected the number of log entries",
  ]);
  expect(demoProblems({ ...second, resumed: { entries: 0 } }, { resumed: true })).toHaveLength(1);
});

const wrong: readonly (readonly [string, unknown, string])[] = [
  ["no object", "Segmentation fault", "not an object"],
  ["no window", { ...good, window: undefined }, "window is missing"],
  ["no requests", { ...good, requests: [] }, "no request was made"],
  ["a request above the window", { ...good, requests: [{ tokens: 16_001 }] }, "16001 tokens"],
  ["a request that is not counted", { ...good, requests: [{}] }, "missing tokens"],
  ["few compactions", { ...good, compactions: [compaction, compaction] }, "fewer than 3"],
  [
    "a compaction that saves nothing",
    { ...good, compactions: [compaction, compaction, { tokensBefore: 5, tokensAfter: 5 }] },
    "compaction 3",
  ],
  ["a rejected request", { ...good, refused: 1 }, "refused is 1"],
  ["a missing finding", { ...good, findings: { asked: 4, found: 3 } }, "3 of 4"],
  ["no findings", { ...good, findings: { asked: 0, found: 0 } }, "no finding was asked for"],
  ["no log", { ...good, log: null }, "log is null"],
];

test.each(wrong)("%s is a problem", (_name, report, problem) => {
  expect(demoProblems(report, { resumed: false })).toEqual([expect.stringContaining(problem)]);
});
