import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { PAGE, repositoryTraceability } from "../src/traceability/repository.ts";
import { namedTests } from "../src/traceability/test-names.ts";
import {
  standingCounts,
  traceabilityOf,
  traceabilityPage,
} from "../src/traceability/traceability-page.ts";

describe("docs/traceability.md", () => {
  const traceability = repositoryTraceability();

  test("every id has a test, a plan or a reason, and only one of them", () => {
    console.log("traceability:", standingCounts(traceability));
    expect(traceability.problems).toEqual([]);
  });

  test("the page is what `pnpm docs:traceability` writes", () => {
    const isCurrent = readFileSync(PAGE, "utf8") === traceability.page;
    expect(isCurrent, "out of date: run pnpm docs:traceability").toBe(true);
  });
});

/** Ids of samples are put together here, so that no name in this file carries one. */
const id = (number: number): string => `T${String(number).padStart(3, "0")}`;

const namesIn = (files: Readonly<Record<string, string>>): readonly string[] =>
  namedTests(new Map(Object.entries(files))).map(({ name }) => name);

describe("the names of tests", () => {
  test.each([
    ["a text", 'test("one", () => {})', ["one"]],
    ["a template", "test(`one ${two} three`, () => {})", ["one … three"]],
    ["a group", 'describe("one", () => { it("two", () => {}) })', ["one", "two"]],
    [
      "rows",
      'test.each([["one", 1], ["two", 2]])("%s is %d", () => {})',
      ["one is %d", "two is %d"],
    ],
    ["texts", 'test.each(["one", "two"])("%s!", () => {})', ["one!", "two!"]],
    ["objects", 'test.each([{ name: "one" }])("$name by $other", () => {})', ["one by $other"]],
    ["a constant", 'const rows = [["one"]] as const; test.each(rows)("%s", () => {})', ["one"]],
    ["rows that are computed", 'test.each(rows())("%s", () => {})', ["%s"]],
    ["a condition", 'test.skipIf(true)("one", () => {})', ["one"]],
    ["what is skipped", 'test.skip("one", () => {}); test.todo("two")', []],
    ["other calls", 'run("one"); text.test("two"); // test("three")', []],
  ])("%s", (_name, source, names) => {
    expect(namesIn({ "packages/core/test/a.test.ts": source })).toEqual(names);
  });

  test("a table may be imported", () => {
    const names = namesIn({
      "packages/core/test/a/a.test.ts":
        'import { rows } from "../rows.ts"; test.each(rows)("%s", () => {})',
      "packages/core/test/rows.ts": 'export const rows: readonly string[][] = [["one"], ["two"]];',
    });
    expect(names).toEqual(["one", "two"]);
  });

  test("cases of the suites run as tests elsewhere", () => {
    const source = 'const one = { id: "one", promise: "It is", rulesOut: ["a", "b"], run };';
    expect(namesIn({ "packages/conformance/src/cases.ts": source })).toEqual(["one: It is a b"]);
    expect(namesIn({ "packages/core/src/cases.ts": source })).toEqual([]);
  });
});

describe("what is proved", () => {
  const documents = [
    { title: "One", statements: { [id(1)]: "first", [id(2)]: "second | half", [id(3)]: "third" } },
  ];
  const tests = [{ file: "packages/core/test/a.test.ts", name: `${id(1)} holds (${id(9)})` }];
  const proved = { file: tests[0]!.file, name: `${id(1)} holds` };

  test("each id stands somewhere", () => {
    const notes = { planned: { Stores: [id(2)] }, reasons: { [id(3)]: "Nothing to do." } };
    const traceability = traceabilityOf(documents, [proved], notes);
    expect(traceability.problems).toEqual([]);
    expect(standingCounts(traceability)).toEqual({ tested: 1, planned: 1, "not-applicable": 1 });
    expect(traceabilityPage(documents, traceability).split("\n")).toEqual(
      expect.arrayContaining([
        "## One",
        `| ${id(1)} | first | [a](../packages/core/test/a.test.ts): holds |`,
        String.raw`| ${id(2)} | second \| half | planned: Stores |`,
        `| ${id(3)} | third | does not apply: Nothing to do. |`,
      ]),
    );
  });

  test("ranges hold their ends", () => {
    const notes = { planned: { Stores: [`${id(2)}-${id(3)}`] }, reasons: {} };
    expect(traceabilityOf(documents, [proved], notes).problems).toEqual([]);
  });

  test("what is missing, proved by now, noted twice or unknown is told", () => {
    const notes = { planned: { Stores: [id(1), id(2), id(8)] }, reasons: { [id(2)]: "No." } };
    expect(traceabilityOf(documents, tests, notes).problems).toEqual([
      `${id(1)} has a test (packages/core/test/a.test.ts): take it out of the notes`,
      `${id(2)} stands in the notes more than once`,
      `${id(3)} has neither a test nor a note`,
      `${id(8)} is named and stated nowhere`,
      `${id(9)} is named and stated nowhere`,
    ]);
  });
});
