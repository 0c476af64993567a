import { expect, test } from "vitest";
import { anchorKind, anchorsOf, phrasesOf } from "../../src/terms/anchors.ts";

test.each([
  ["see src/log/fold.ts:120 for it.", ["src/log/fold.ts", "120"]],
  [
    "https://example.org/a?b=1, then mail x@example.org",
    ["https://example.org/a?b=1", "x@example.org"],
  ],
  ["call foldEntries or fold_entries, then Fold", ["foldEntries", "fold_entries"]],
  ["version v1.2.3-beta on 2026-01-31", ["v1.2.3-beta", "2026-01-31"]],
  ["commit 40e2e948 took 120ms, 17 in all", ["40e2e948", "120ms"]],
  ["ENOENT in file.ts under MIT", ["ENOENT", "file.ts", "MIT"]],
  ["nothing to see here, e.g. this.", []],
  ["on 12/05/2026 at 80 km/h, yes/no/all, read/write", ["2026"]],
  ["src/a.ts beside docs/guides/write", ["src/a.ts", "docs/guides/write"]],
])("the exact things in %j", (line, anchors) => {
  expect(anchorsOf(line)).toEqual(anchors);
});

test("finds quoted texts of several words", () => {
  const line =
    'run `npm run check` twice: "not in a repository", `check`, "a b", "never ended, `pnpm test`';
  expect(phrasesOf(line)).toEqual(["npm run check", "not in a repository", "pnpm test"]);
});

test.each([
  ["abc123", "id"],
  ["ab", null],
  ["x".repeat(200) + "1", null],
  ["x".repeat(199) + "1", "id"],
  ["https://a.b", "address"],
  ["ann@shop.org", "address"],
  ["$12.50", "number"],
  ["2026-05-07", "number"],
  ["a.ts", "path"],
  ["b.c", null],
  ["src/a.ts", "path"],
  ["and/or", null],
  ["/tmp", null],
  ["/home", "path"],
  ["~/notes", "path"],
  ["a/b/c", null],
  ["docs/guides/write", "path"],
  ["1/2/3", null],
  ["orders.byLocker", "dotted"],
  ["order_2217", "name"],
  ["foldEntries", "name"],
  ["HTTPserver", "name"],
  ["ENOENT", "capitals"],
  ["word", null],
])("%j is an exact token of the kind %j", (word, kind) => {
  expect(anchorKind(word)).toBe(kind);
});

test("exact tokens lose the punctuation around them, and names of a dotted one stand alone", () => {
  expect(anchorsOf("--dry_run ./src/a.ts, @scope/a.b- https://a.b/c?d=1, x_1.")).toEqual([
    "dry_run",
    "src/a.ts",
    "scope/a.b",
    "https://a.b/c?d=1",
    "x_1",
  ]);
  expect(anchorsOf("orders.byLocker.firstFree and shop.open.now")).toEqual([
    "byLocker",
    "firstFree",
    "shop.open.now",
  ]);
  expect(anchorsOf("a_1 a_2 a_3", 2)).toEqual(["a_1", "a_2"]);
});
