import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { defaultInputs, readInputs } from "../src/capacity/inputs.ts";
import {
  type Storage,
  dailyLoad,
  movingLoad,
  needs,
  storageOfAll,
  storageWithColdSegments,
} from "../src/capacity/model.ts";
import { capacityReport } from "../src/capacity/report.ts";

const small = readInputs([
  "--sessions=100",
  "--messages=1000",
  "--days=10",
  "--peak=2",
  "--messagesPerOpen=20",
  "--compactions=5",
  "--summaryTokens=50000",
  "--tokenPrice=2",
  "--appendLogBytes=1000",
  "--indexLogBytes=3000",
  "--searched=0.5",
  "--openBytes=200000",
  "--rowBytes=1500",
  "--wordBytes=500",
  "--entryBytes=1000",
  "--hotMessages=100",
  "--coldShare=0.5",
  "--summaryMs=3600",
  "--diskGB=1",
  "--movedRowBytes=200",
  "--moveLogBytes=300",
  "--movesPerSecond=1000",
  "--putPrice=5",
  "--getPrice=1",
]);

test("docs/scaling.md contains the tables of the model", () => {
  const page = readFileSync(join(import.meta.dirname, "../../../docs/scaling.md"), "utf8");
  for (const table of capacityReport(defaultInputs())) expect(page).toContain(table);
});

test("a day costs what its messages, openings and summaries cost", () => {
  expect(dailyLoad(small)).toEqual({
    writes: 10_050,
    writesPerSecondAtPeak: (10_050 / 86_400) * 2,
    logGB: 0.025,
    opens: 500,
    readGB: 0.1,
    summaries: 50,
    offlineHours: 0.05,
    modelTokens: 2_500_000,
    modelPrice: 5,
  });
});

test("cold segments leave the newest messages, a row for each other one and the word index", () => {
  expect(storageOfAll(small)).toMatchObject({ diskGB: 0.175, objectGB: 0, objects: 0 });
  expect(storageWithColdSegments(small)).toMatchObject({
    diskGB: 0.058,
    objectGB: 0.045,
    objects: 500,
  });
});

test("moving costs a write, a read and the reads of searches for each object", () => {
  expect(movingLoad(small)).toEqual({
    objects: 50,
    requests: 125,
    requestPrice: 325 / 1e6,
    readGB: 0.009,
    logGB: 0.0027,
    processes: 9000 / 86_400 / 1000,
  });
  const log = (storage: Storage): number | undefined =>
    needs(small, storage).find(({ what }) => what === "write-ahead log")?.machines;
  expect(log(storageWithColdSegments(small))).toBeGreaterThan(log(storageOfAll(small)) ?? 0);
});

test("the resource that needs the most machines breaks first", () => {
  const [first] = needs(small, storageOfAll(small));
  expect(first).toEqual({ what: "disk", machines: 0.175 });
  const slow = { ...small, appendsPerSecond: 0.01 };
  expect(needs(slow, storageOfAll(slow))[0]?.what).toBe("appends");
});

test.each(["--sesions=1", "--sessions=none", "--sessions=0", "sessions=1"])(
  "%s is rejected",
  (arg) => {
    expect(() => readInputs([arg])).toThrow(`${arg}: expected --name=number`);
  },
);
