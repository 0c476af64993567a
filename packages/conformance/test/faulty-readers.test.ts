import { expect, test } from "vitest";
import { readerCases } from "../src/reader-cases.ts";
import type { ReaderCounts } from "../src/reader/rig.ts";
import { describeReaderConformance } from "../src/vitest.ts";

const records = Array.from({ length: 6 }, (_, id) =>
  JSON.stringify({ id, parentId: id - 1, text: "word" }),
);

const join = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join("");

/** Counts records by the braces at their start, since texts of this file contain none. */
const counted =
  (change: (counts: { used: number; bad: number }, file: string) => void = () => {}) =>
  async (file: string): Promise<ReaderCounts> => {
    const counts = { used: 0, bad: 0 };
    const own = /\{(?:"padding":"x+",)?"id":\d+,"parentId":-?\d+,"text":"word"\}/g;
    for (const line of file.replace("\uFEFF", "").split("\n")) {
      const found = line.match(own)?.length ?? 0;
      counts.used += found;
      if (line.replaceAll(own, "") !== "") counts.bad += 1;
    }
    const total = counts.used + counts.bad;
    change(counts, file);
    return { total, used: counts.used, unused: [{ records: counts.bad }] };
  };

describeReaderConformance("a reader without a fault", { records, join, read: counted() });

test.each([
  [
    "drops what it cannot read",
    "counts-records-torn",
    (counts: { bad: number }) => (counts.bad = 0),
  ],
  [
    "loses a record of each file",
    "counts-intact-file",
    (counts: { used: number }) => (counts.used -= 1),
  ],
  [
    "reads nothing behind NUL bytes",
    "counts-records-overwritten-by-nul-bytes",
    (counts: { used: number; bad: number }, file: string) => {
      if (!file.includes("\0")) return;
      counts.bad += counts.used;
      counts.used = 0;
    },
  ],
])("a reader that %s fails %s", async (_, id, change) => {
  const found = readerCases.find((each) => each.id === id);
  const read = counted((counts, file) => {
    change(counts, file);
  });
  await expect(found?.run({ records, join, read })).rejects.toBeInstanceOf(Error);
});
