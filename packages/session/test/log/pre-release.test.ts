import { emptyState } from "@cutpoint/core/kit";
import { isCutpointError } from "@cutpoint/core";
import { expect, test } from "vitest";
import { parseEntry } from "../../src/log/entry-schema.ts";
import type { Entry } from "../../src/log/entry.ts";
import { foldEntries } from "../../src/log/fold.ts";
import { readEntry } from "../../src/log/read-entry.ts";

const link = { id: "c", parentId: null, at: 1 } as const;
const rest = { ...link, type: "compaction", reason: "manual", receipt: null } as const;
const { compactedThrough, ...fields } = emptyState();
const oldEntry = { ...rest, mark: { ...fields, coveredThrough: compactedThrough } };

function refusalOf(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (isCutpointError(error, "unsupported-version")) return error.message;
    throw error;
  }
  return "accepted";
}

test.each<[string, () => unknown]>([
  ["readEntry", () => readEntry(oldEntry)],
  ["parseEntry", () => parseEntry(oldEntry)],
  ["foldEntries", () => foldEntries([oldEntry as unknown as Entry])],
])("%s rejects an entry of a pre-release and names the remedy", (_name, read) => {
  expect(refusalOf(read)).toMatch(/ was written by a pre-release; start a new session$/);
});

test("an entry without any state throws invalid-input, not unsupported-version", () => {
  expect(() => readEntry(rest)).toThrow(/^entry\.state is undefined/);
  expect(() => parseEntry(rest)).toThrow(/^entry\.state is undefined/);
});
