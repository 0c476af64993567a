import { describe, expect, test } from "vitest";
import { entrySize, exportedNames } from "../src/entry-size.ts";
import { isWithinLimits, renderSize } from "../src/size.ts";
import { sourceSizes } from "../src/source-size.ts";
import { samplePackage } from "./sample-package.ts";

const limit = {
  part: "ideas",
  folder: "packages/core",
  paths: ["src/ideas/", "src/index.ts", "src/idea.ts", "src/main.ts"],
  maxFiles: 4,
  maxLines: 6,
};
const ideas = samplePackage("packages/core", { sources: { "src/ideas/a.ts": "one\ntwo\n" } });

describe("the size of a part", () => {
  test("counts the files and lines of its paths", () => {
    expect(sourceSizes([limit], [ideas]).map(renderSize)).toEqual([
      "pass  ideas: 4 of 4 files, 5 of 6 lines",
    ]);
  });

  test.each([
    ["one file more", { ...limit, maxFiles: 3 }],
    ["one line more", { ...limit, maxLines: 4 }],
  ])("%s than the limit fails", (_, smaller) => {
    expect(sourceSizes([smaller], [ideas]).every(isWithinLimits)).toBe(false);
  });

  test("a part without sources fails", () => {
    expect(sourceSizes([{ ...limit, folder: "packages/gone" }], [ideas]).map(renderSize)).toEqual([
      "FAIL  ideas: 0 of 4 files, 0 of 6 lines, packages/gone has no such sources",
    ]);
  });

  test("a source that belongs to no part fails", () => {
    const rest = { ...limit, paths: limit.paths.slice(1) };
    expect(sourceSizes([rest], [ideas]).map(renderSize)).toContain(
      "FAIL  packages/core: packages/core/src/ideas/a.ts belongs to no part of size-limits.ts",
    );
  });
});

const REPORT = `## API Report File for "@cutpoint/core"
// @public
export const LIMIT = 1;
// @public
export class Failure extends Error {
    readonly code: string;
}
// @public (undocumented)
export function read(value: string): string;
// @public (undocumented)
export function read(value: number): number;
// @public
export interface Reader {
}
// @public
export type Text = string;
// @public
type Request_2 = {
};
export { Request_2 as Request }
`;

describe("the names of an entry", () => {
  test("are values or types: overloads count once, a renamed type is a type", () => {
    const { values, types } = exportedNames(REPORT);
    expect([...values]).toEqual(["LIMIT", "Failure", "read"]);
    expect([...types]).toEqual(["Reader", "Text", "Request"]);
  });

  test("fail above the limit, or without a report", () => {
    const limits = { report: "core", maxValues: 3, maxTypes: 3 };
    expect(isWithinLimits(entrySize(limits, REPORT))).toBe(true);
    expect(isWithinLimits(entrySize({ ...limits, maxValues: 2 }, REPORT))).toBe(false);
    expect(isWithinLimits(entrySize({ ...limits, maxTypes: 2 }, REPORT))).toBe(false);
    expect(isWithinLimits(entrySize(limits, null))).toBe(false);
  });
});
