import { expect, test } from "vitest";
import { carriedLines, summarySourceLines } from "../src/lines.ts";

test.each([
  ["user: mend the pump", "user: ", ["mend the pump"]],
  [
    "src/pump.ts: const valve = 7; … return valve",
    "src/pump.ts: ",
    ["const valve = 7;", "return valve"],
  ],
  ["`make test`: 12 passed", "`make test`: ", ["12 passed"]],
  ["`make test` (failed): 3 failed", "`make test` (failed): ", ["3 failed"]],
  [
    "rg -n …: Wall time: 1.7763 seconds … 1.2681",
    "rg -n …: ",
    ["Wall time: 1.7763 seconds", "1.2681"],
  ],
  ["Bash make test 180000", "", ["Bash make test 180000"]],
])("a summary's line %j has the label %j", (line, label, texts) => {
  const parts = summarySourceLines(line);
  expect(parts.map(({ text }) => text)).toEqual(texts);
  expect(new Set(parts.map(({ source }) => source.label))).toEqual(new Set([label]));
});

test("carried lines of one file have one source, those of a speaker have not", () => {
  const lines = carriedLines(
    ["user: mend the pump", "src/pump.ts: const valve = 7;", "user: then test it"],
    summarySourceLines("src/pump.ts: return valve"),
  );
  const [first, valve, second, after] = lines.map(({ source }) => source);
  expect(after).toBe(valve);
  expect(second).not.toBe(first);
});

test("each call that was left over has its own source, and carried lines keep their order", () => {
  const source = { label: "", message: -1, path: null };
  const calls = ["Bash make test", "Bash make lint"].map((text, place) => ({
    text,
    origin: "carried" as const,
    source,
    place,
  }));
  const lines = carriedLines(["| a table | of valves |"], calls);
  expect(new Set(lines.map((line) => line.source)).size).toBe(3);
  expect(lines.map(({ place }) => place)).toEqual([0, 1, 2]);
});
