import * as fc from "fast-check";
import { expect, test } from "vitest";
import { cases } from "../../../tooling/laws/src/cases.ts";
import { type SelectOptions, selectLines } from "../src/select-lines.ts";
import type { KeyTerm, Line } from "../src/terms.ts";
import { trimLine } from "../src/trim-line.ts";
import { type WeightedLines, indexedLines } from "./support/lines.ts";

const LEAST_WORTH = 0.004;
const MOST_PARTNERS = 6;

/** Selects lines of at most this many characters. */
function select(
  { lines, worthOf }: WeightedLines,
  characters: number,
  options: Partial<SelectOptions> = {},
): readonly Line[] {
  let left = characters;
  return selectLines(lines, {
    worthOf,
    labelOf: () => [],
    mentioned: [],
    take: ({ sourceLine }) => {
      if (sourceLine.text.length > left) return false;
      left -= sourceLine.text.length;
      return true;
    },
    ...options,
  });
}

const rooms: fc.Arbitrary<number> = fc.integer({ min: 0, max: 600 });

function always(check: (weighted: WeightedLines, characters: number) => void): void {
  fc.assert(fc.property(indexedLines(), rooms, check), cases(300));
}

const placeOf = ({ sourceLine }: Line): number => sourceLine.place;

/** Returns the terms that are worth something. */
function worthy({ terms }: Line, { worthOf }: WeightedLines): readonly KeyTerm[] {
  return terms.filter((term) => worthOf(term) >= LEAST_WORTH);
}

test("selects each line at most once, and only lines that fit", () => {
  always((weighted, characters) => {
    const lines = select(weighted, characters);
    expect(new Set(lines.map(placeOf)).size).toBe(lines.length);
    const length = lines.reduce((sum, { sourceLine }) => sum + sourceLine.text.length, 0);
    expect(length).toBeLessThanOrEqual(characters);
  });
});

test("selects no line without a new term or a new pair of terms", () => {
  always((weighted, characters) => {
    const reference = createReference(weighted);
    for (const line of select(weighted, characters)) {
      expect(reference.worthOf(line)).toBeGreaterThan(0);
      reference.add(line);
    }
  });
});

test("selects no line that contains only one term that is already mentioned", () => {
  always((weighted, characters) => {
    const before = weighted.lines.flatMap(({ terms }) => terms);
    for (const line of select(weighted, characters, { mentioned: before }))
      expect(worthy(line, weighted).filter(({ kind }) => kind !== "word").length).toBeGreaterThan(
        1,
      );
  });
});

type Reference = {
  /** Worth per token of a line, computed without a cache. */
  readonly worthOf: (line: Line) => number;
  readonly add: (line: Line) => void;
};

/** Reference implementation of {@link selectLines} without its optimizations. */
function createReference({ worthOf }: WeightedLines): Reference {
  const selected = new Set<KeyTerm>();
  const families = new Map<string, number>();
  const pairs = new Set<string>();
  const opened = new Set<unknown>();
  const pairsOf = (line: Line): ReadonlyMap<string, number> => {
    const names = line.terms
      .filter((term) => term.kind !== "word" && worthOf(term) >= LEAST_WORTH)
      .sort((left, right) => worthOf(right) - worthOf(left))
      .slice(0, MOST_PARTNERS);
    return new Map(
      names.flatMap((left, place) =>
        names
          .slice(place + 1)
          .map((right) => [`${left.name}\n${right.name}`, worthOf(left) * worthOf(right)] as const),
      ),
    );
  };
  return {
    worthOf(line) {
      let worth = 0;
      for (const term of line.terms)
        if (!selected.has(term) && worthOf(term) >= LEAST_WORTH)
          worth += worthOf(term) / (1 + (families.get(term.family ?? "") ?? 0) / 3);
      for (const [pair, both] of pairsOf(line)) if (!pairs.has(pair)) worth += 0.8 * both;
      const { source, text } = line.sourceLine;
      const label = opened.has(source) ? 0 : 1 + source.label.length / 3.7;
      return worth / (text.length / 3.7 + 3 + label);
    },
    add(line) {
      opened.add(line.sourceLine.source);
      for (const pair of pairsOf(line).keys()) pairs.add(pair);
      for (const term of line.terms) {
        if (!selected.has(term) && term.family !== null)
          families.set(term.family, (families.get(term.family) ?? 0) + 1);
        selected.add(term);
      }
    },
  };
}

/** Gives each line its own source, because {@link selectLines} notices late that a label is already paid for. */
function withOwnSources({ lines, worthOf }: WeightedLines): WeightedLines {
  const apart = lines.map((line): Line => {
    const source = { ...line.sourceLine.source };
    return { ...line, sourceLine: { ...line.sourceLine, source } };
  });
  return { lines: apart, worthOf };
}

test("computing few worths again gives the same selection as computing all", () => {
  expect.hasAssertions();
  always((shared, characters) => {
    const weighted = withOwnSources(shared);
    const reference = createReference(weighted);
    const waiting = new Map(
      weighted.lines.map((line) => [placeOf(line), trimLine(line, weighted.worthOf)] as const),
    );
    let left = characters;
    const better = (worth: number): readonly Line[] =>
      [...waiting.values()].filter(
        (line) =>
          reference.worthOf(line) > worth * (1 + 1e-9) && line.sourceLine.text.length <= left,
      );
    for (const line of select(weighted, characters)) {
      expect(better(reference.worthOf(line))).toEqual([]);
      waiting.delete(placeOf(line));
      reference.add(line);
      left -= line.sourceLine.text.length;
    }
    expect(better(0)).toEqual([]);
  });
});
