import { describe, expect, test } from "vitest";
import { exportedNames } from "../src/exported-names.ts";
import { sourceSize } from "../src/measure-size.ts";
import { limitProblems, raiseProblems, updatedLimits } from "../src/size-limits.ts";
import { samplePackage } from "./sample-package.ts";

const measured = { core: { files: 50, lines: 1_000 } };
const limits = (lines: number, decision?: string) => ({
  core: { limits: { files: 50, lines }, ...(decision !== undefined && { decision }) },
});

test("files and lines of a package are counted in src", () => {
  const sources = { "src/ideas/a.ts": "one\ntwo\n", "test/a.test.ts": "one\n" };
  const entry = samplePackage("packages/core", { sources });
  expect(sourceSize(entry)).toEqual({ files: 4, lines: 5 });
});

describe("a limit", () => {
  test.each([1_000, 1_020])("of %d allows 1,000 lines", (lines) => {
    expect(limitProblems(limits(lines), measured)).toEqual([]);
  });

  test.each([
    [999, "core: 1000 lines, above the limit of 999"],
    [1_021, "core: 1000 lines, more than 2 % below the limit of 1021: lower it"],
  ])("of %d does not", (lines, problem) => {
    expect(limitProblems(limits(lines), measured)).toEqual([problem]);
  });

  test.each(["bytes", "laterBytes"])("of 1,000 %s allows 1,005", (unit) => {
    const limit = { core: { limits: { [unit]: 1_000 } } };
    expect(limitProblems(limit, { core: { [unit]: 1_005 } })).toEqual([]);
    expect(limitProblems(limit, { core: { [unit]: 1_006 } })).toEqual([
      `core: 1006 ${unit}, above the limit of 1000`,
    ]);
  });

  test("is missing, or has nothing to measure", () => {
    expect(limitProblems({}, measured)).toEqual(["core has no limit"]);
    expect(limitProblems(limits(1_000), {})).toEqual(["core has a limit, but does not exist"]);
  });

  test("is set to what is measured, with the decision about what grew", () => {
    expect(updatedLimits(limits(900), measured, "0013")).toEqual(limits(1_000, "0013"));
    expect(updatedLimits(limits(1_100), measured, "0013")).toEqual(limits(1_000));
    expect(updatedLimits(limits(1_100, "0009"), measured, "0013")).toEqual(limits(1_000, "0009"));
  });
});

describe("a raise", () => {
  const other = (lines: number) => ({ session: { limits: { lines } } });
  const isDecision = (number: string) => number === "0013";
  const problem = (count: number, raised: string) =>
    `limits grew by ${count} lines (${raised}): expected an equal cut, or the number of a decision`;

  test("with an equal cut elsewhere passes", () => {
    const before = { ...limits(1_000), ...other(500) };
    expect(raiseProblems(before, { ...limits(1_100), ...other(400) }, isDecision)).toEqual([]);
    expect(raiseProblems(before, { ...limits(1_100), ...other(401) }, isDecision)).toEqual([
      problem(1, "core +100"),
    ]);
  });

  test("to a new package takes what it was cut from", () => {
    const after = { ...limits(600), ...other(400) };
    expect(raiseProblems(limits(1_000), after, isDecision)).toEqual([]);
    expect(raiseProblems(limits(1_000), { ...limits(1_000), ...other(400) }, isDecision)).toEqual([
      problem(400, "session +400"),
    ]);
  });

  test.each([
    ["no decision", undefined, undefined],
    ["an unknown decision", undefined, "0099"],
    ["the decision of an earlier raise", "0013", "0013"],
  ])("with %s fails", (_, old, decision) => {
    expect(raiseProblems(limits(1_000, old), limits(1_010, decision), isDecision)).toEqual([
      problem(10, "core +10"),
    ]);
  });

  test("with a new decision passes, and its cuts do not pay for others", () => {
    expect(raiseProblems(limits(1_000), limits(1_010, "0013"), isDecision)).toEqual([]);
    const before = { ...limits(1_000), ...other(500) };
    const after = { ...limits(1_010, "0013"), ...other(510) };
    expect(raiseProblems(before, after, isDecision)).toEqual([problem(10, "session +10")]);
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

test("names of an entry are values or types: overloads count once, a renamed type is a type", () => {
  const { values, types } = exportedNames(REPORT);
  expect([...values]).toEqual(["LIMIT", "Failure", "read"]);
  expect([...types]).toEqual(["Reader", "Text", "Request"]);
});
