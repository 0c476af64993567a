import { estimateText } from "@cutpoint/core";
import { runAtOnce } from "@cutpoint/core/kit";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { cases } from "../../../../tooling/laws/src/cases.ts";
import { candidatesFrom, type SelectOptions, selectLines } from "../../src/select/select-lines.ts";
import type { Origin } from "../../src/read/lines.ts";
import type { KeyTerm, Line } from "../../src/terms/terms.ts";
import { indexedLines } from "../support/lines.ts";

const LEAST_WORTH = 0.001;
const MOST_PARTNERS = 6;

/** Selects lines of at most this many characters. */
function select(
  lines: readonly Line[],
  characters: number,
  options: Partial<SelectOptions> = {},
): readonly Line[] {
  let left = characters;
  const { labelOf = () => [] } = options;
  const selected = selectLines(runAtOnce(candidatesFrom(lines, estimateText)), {
    labelOf,
    mentioned: [],
    room: 0,
    take: ({ sourceLine }) => {
      if (sourceLine.text.length > left) return false;
      left -= sourceLine.text.length;
      return true;
    },
    ...options,
  });
  return runAtOnce(selected);
}

const rooms: fc.Arbitrary<number> = fc.integer({ min: 0, max: 600 });

function always(check: (lines: readonly Line[], characters: number) => void): void {
  fc.assert(fc.property(indexedLines(), rooms, check), cases(300));
}

const isOfUser = ({ sourceLine }: Line): boolean => sourceLine.origin === "user";
const placeOf = ({ sourceLine }: Line): number => sourceLine.place;

/** Returns the terms that are worth something. */
function worthy({ terms }: Line): readonly KeyTerm[] {
  return terms.filter(({ worth }) => worth >= LEAST_WORTH);
}

test("selects each line at most once, and only lines that fit", () => {
  always((all, characters) => {
    const lines = select(all, characters);
    expect(new Set(lines.map(placeOf)).size).toBe(lines.length);
    const length = lines.reduce((sum, { sourceLine }) => sum + sourceLine.text.length, 0);
    expect(length).toBeLessThanOrEqual(characters);
  });
});

test("selects no line without a new term, except of the user, or a new pair of terms", () => {
  always((lines, characters) => {
    const reference = createReference();
    for (const line of select(lines, characters)) {
      expect(isOfUser(line) || reference.worthOf(line) > 0).toBe(true);
      reference.add(line);
    }
  });
});

test("selects no line that contains only one term that is already mentioned, except of the user", () => {
  always((lines, characters) => {
    const before = lines.flatMap(({ terms }) => terms);
    for (const line of select(lines, characters, { mentioned: before }))
      expect(isOfUser(line) || worthy(line).filter(({ kind }) => kind !== "word").length > 1).toBe(
        true,
      );
  });
});

type Reference = {
  /** Worth per token of a line, computed without a cache. */
  readonly worthOf: (line: Line) => number;
  readonly add: (line: Line) => void;
};

/** Reference implementation of {@link selectLines} without its optimizations. */
function createReference(): Reference {
  const selected = new Set<KeyTerm>();
  const pairs = new Set<string>();
  const opened = new Set<unknown>();
  const pairsOf = (line: Line): ReadonlyMap<string, number> => {
    const names = line.terms
      .filter(({ kind, worth }) => kind !== "word" && worth >= LEAST_WORTH)
      .sort((left, right) => right.worth - left.worth)
      .slice(0, MOST_PARTNERS);
    return new Map(
      names.flatMap((left, place) =>
        names
          .slice(place + 1)
          .map(
            (right) =>
              [`${left.name}\n${right.name}`, right.worth * Math.cbrt(left.worth)] as const,
          ),
      ),
    );
  };
  return {
    worthOf(line) {
      let worth = 0;
      for (const term of line.terms)
        if (!selected.has(term) && term.worth >= LEAST_WORTH) worth += term.worth;
      for (const [pair, both] of pairsOf(line)) if (!pairs.has(pair)) worth += 0.5 * both;
      const { source, text } = line.sourceLine;
      const label = opened.has(source) ? 0 : 1 + source.label.length / 3.7;
      return worth / (estimateText(text) + 2 + label);
    },
    add(line) {
      opened.add(line.sourceLine.source);
      for (const pair of pairsOf(line).keys()) pairs.add(pair);
      for (const term of line.terms) selected.add(term);
    },
  };
}

test("computing few worths again gives the same selection as computing all", () => {
  expect.hasAssertions();
  always((lines, characters) => {
    const reference = createReference();
    const waiting = new Map(lines.map((line) => [placeOf(line), line] as const));
    let left = characters;
    const better = (worth: number): readonly Line[] =>
      [...waiting.values()].filter(
        (line) =>
          reference.worthOf(line) > worth * (1 + 1e-9) && line.sourceLine.text.length <= left,
      );
    for (const line of select(lines, characters)) {
      expect(better(reference.worthOf(line))).toEqual([]);
      waiting.delete(placeOf(line));
      reference.add(line);
      left -= line.sourceLine.text.length;
    }
    expect(better(0)).toEqual([]);
  });
});

const termOf = (name: string, worth: number): KeyTerm => ({ name, kind: "id", worth }) as KeyTerm;

function lineAt(place: number, text: string, terms: readonly KeyTerm[]): Line {
  const source = { label: "", message: place, path: null };
  return { sourceLine: { text, origin: "prose", source, place }, terms };
}

function withOrigin(line: Line, origin: Origin): Line {
  return { ...line, sourceLine: { ...line.sourceLine, origin } };
}

test("of two pairs of known names, the one with the more likely weaker name is selected", () => {
  const [sure, rare] = [termOf("WX-40817", 0.9), termOf("L-113", 0.05)];
  const [left, right] = [termOf("WX-40818", 0.2), termOf("L-114", 0.2)];
  const lines = [
    lineAt(0, "WX-40817 waits in L-113 now.", [sure, rare]),
    lineAt(1, "WX-40818 waits in L-114 now.", [left, right]),
  ];
  const mentioned = [sure, rare, left, right];
  expect(select(lines, 30, { mentioned }).map(placeOf)).toEqual([1]);
});

test("of two lines of one length, the one with fewer tokens is selected", () => {
  const [plain, random] = [termOf("shop_row", 0.3), termOf("RPXBT27Q", 0.3)];
  const lines = [
    lineAt(0, "RPXBT27Q-X4QH-73FVCCO3-GHZ5GSDI", [random]),
    lineAt(1, "the shop_row waits at the door.", [plain]),
  ];
  expect(select(lines, 31).map(placeOf)).toEqual([1]);
});

test("in a large room, new sentences of the assistant go before lines that are worth a little more", () => {
  const output = lineAt(0, "shop_row waits at the dock.", [termOf("shop_row", 0.05)]);
  const said = lineAt(1, "door_row waits for a reason", [termOf("door_row", 0.02)]);
  const lines = [withOrigin(output, "result"), said];
  expect(select(lines, 30, { room: 4_000 }).map(placeOf)).toEqual([1]);
  expect(select(lines, 30, { room: 500 }).map(placeOf)).toEqual([0]);
  const source = { ...said.sourceLine.source, label: "assistant: " };
  const carried = withOrigin({ ...said, sourceLine: { ...said.sourceLine, source } }, "carried");
  expect(select([withOrigin(output, "result"), carried], 30, { room: 4_000 }).map(placeOf)).toEqual(
    [0],
  );
});

test("the names in the label of a selected line are mentioned, so that other lines need not name them", () => {
  const [file, pump] = [termOf("src/harbour.ts", 0.3), termOf("harbourPump", 0.5)];
  const labelled = lineAt(0, "const harbourPump = 8;", [pump]);
  const source = { ...labelled.sourceLine.source, label: "src/harbour.ts: " };
  const lines = [
    { ...labelled, sourceLine: { ...labelled.sourceLine, source } },
    lineAt(1, "see src/harbour.ts for the rest of it", [file]),
  ];
  const labelOf: SelectOptions["labelOf"] = ({ label }) => (label === "" ? [] : [file]);
  expect(select(lines, 500, { labelOf }).map(placeOf)).toEqual([0]);
  expect(select(lines, 500).map(placeOf)).toEqual([0, 1]);
});
