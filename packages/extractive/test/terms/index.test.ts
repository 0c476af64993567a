import { runAtOnce } from "@cutpoint/core/kit";
import { expect, test } from "vitest";
import type { Origin } from "../../src/read/lines.ts";
import { indexTerms, type KeyTerm } from "../../src/terms/terms.ts";
import { reuseProbability, unvisitedIds } from "../../src/terms/reuse.ts";
import { said } from "../support/lines.ts";

const indexOf = (lines: readonly (readonly [number, Origin, string])[]) =>
  runAtOnce(
    indexTerms(
      lines.map(([message, origin, text]) => ({
        ...said(message, origin, text),
        source: { label: `see harbourPump ${message}: `, message, path: `part${message}.ts` },
      })),
      { messages: 20 },
    ),
  );

function termIn({ terms }: ReturnType<typeof indexOf>, name: string): KeyTerm {
  const term = terms.find((each) => each.name === name);
  if (term === undefined) throw new Error(name);
  return term;
}

test("a line has its exact tokens, quoted texts and words of four letters, without small numbers", () => {
  const [line] = indexOf([[0, "user", 'run valve_7 on 120 and 2217: "mend the pump"']]).lines;
  expect(line?.terms.map(({ kind, name }) => [kind, name])).toEqual([
    ["name", "valve_7"],
    ["number", "2217"],
    ["phrase", "mend the pump"],
    ["word", " valve"],
    ["word", " mend"],
    ["word", " pump"],
  ]);
});

test("statistics count lines by origin, messages, and uses of the model", () => {
  const index = indexOf([
    [0, "user", "harbourPump"],
    [0, "user", "harbourPump again"],
    [3, "prose", "harbourPump is blue"],
    [3, "change", "const harbourPump = 7"],
    [11, "arguments", "harbourPump"],
    [18, "arguments", "harbourPump"],
  ]);
  expect(termIn(index, "harbourPump")).toMatchObject({
    messages: 4,
    first: 0,
    last: 18,
    gap: 8,
    uses: 3,
    lastUse: 18,
    counts: { user: 2, prose: 1, change: 1, arguments: 2, result: 0 },
    lastIn: { user: 0, prose: 3, change: 3, arguments: 18 },
    neighbors: 1,
  });
});

test("a line that is read twice counts twice, and a label has the terms of the index", () => {
  const index = indexOf([
    [0, "result", "harbourPump and tidalGate"],
    [5, "result", "harbourPump and tidalGate"],
  ]);
  expect(termIn(index, "tidalGate")).toMatchObject({ messages: 2, neighbors: 2, last: 5 });
  const [line] = index.lines;
  if (line === undefined) throw new Error("a line");
  expect(index.labelOf(line.sourceLine.source).map(({ name }) => name)).toEqual(["harbourPump"]);
  expect(index.labelOf({ ...line.sourceLine.source })).toEqual([]);
});

test("what was used lately, by the user or in calls, is more likely to be needed than old output", () => {
  const index = indexOf([
    [0, "result", "printedOnce and printedTwice"],
    [2, "result", "printedTwice"],
    [17, "user", "mend userName"],
    [18, "prose", "the proseName leaks"],
    [19, "arguments", "src/used/name.ts"],
  ]);
  const chanceOf = runAtOnce(reuseProbability(index));
  const chances = ["userName", "proseName", "src/used/name.ts"].map((name) =>
    chanceOf(termIn(index, name)),
  );
  const old = Math.max(
    ...["printedOnce", "printedTwice"].map((name) => chanceOf(termIn(index, name))),
  );
  for (const chance of chances) {
    expect(chance).toBeGreaterThan(2 * old);
    expect(chance).toBeLessThan(1);
  }
});

test("only ids of the length of one that was looked up are expected next, and not that one", () => {
  const index = indexOf([
    [0, "result", "P9TR22 K4XQ10 Z1 LONGER12345 M3ZL35"],
    [1, "arguments", "P9TR22"],
    [2, "result", "only A7BC21 here"],
  ]);
  expect([...runAtOnce(unvisitedIds(index))].map(({ name }) => name)).toEqual(["K4XQ10", "M3ZL35"]);
});
