import * as fc from "fast-check";
import { expect, test } from "vitest";
import { cases } from "../../../tooling/laws/src/cases.ts";
import { type SelectOptions, selectLines } from "../src/select-lines.ts";
import type { KeyTerm, Line } from "../src/terms.ts";
import { trimLine } from "../src/trim-line.ts";
import { type Told, toldLines } from "./support/lines.ts";

const LEAST_WORTH = 0.004;
const MOST_PARTNERS = 6;

/** Chooses with room for so many characters. */
function chosen(
  { lines, worthOf }: Told,
  characters: number,
  options: Partial<SelectOptions> = {},
): readonly Line[] {
  let left = characters;
  return selectLines(lines, {
    worthOf,
    labelOf: () => [],
    told: [],
    take: ({ snippet }) => {
      if (snippet.text.length > left) return false;
      left -= snippet.text.length;
      return true;
    },
    ...options,
  });
}

const rooms: fc.Arbitrary<number> = fc.integer({ min: 0, max: 600 });

function always(check: (told: Told, characters: number) => void): void {
  fc.assert(fc.property(toldLines(), rooms, check), cases(300));
}

const placeOf = ({ snippet }: Line): number => snippet.place;

/** The terms of a line that count at all. */
function worthy({ terms }: Line, { worthOf }: Told): readonly KeyTerm[] {
  return terms.filter((term) => worthOf(term) >= LEAST_WORTH);
}

test("no line is told twice, and all that are told fit", () => {
  always((told, characters) => {
    const lines = chosen(told, characters);
    expect(new Set(lines.map(placeOf)).size).toBe(lines.length);
    const length = lines.reduce((sum, { snippet }) => sum + snippet.text.length, 0);
    expect(length).toBeLessThanOrEqual(characters);
  });
});

test("no line is told that adds nothing: neither a thing, nor two things together", () => {
  always((told, characters) => {
    const reckoning = createReckoning(told);
    for (const line of chosen(told, characters)) {
      expect(reckoning.worthOf(line)).toBeGreaterThan(0);
      reckoning.tell(line);
    }
  });
});

test("what is told already is not told again by a line with nothing else", () => {
  always((told, characters) => {
    const before = told.lines.flatMap(({ terms }) => terms);
    for (const line of chosen(told, characters, { told: before }))
      expect(worthy(line, told).filter(({ kind }) => kind !== "word").length).toBeGreaterThan(1);
  });
});

type Reckoning = {
  /** What a line adds for its length, reckoned anew. */
  readonly worthOf: (line: Line) => number;
  readonly tell: (line: Line) => void;
};

/** The rule that {@link selectLines} follows, without a short cut. */
function createReckoning({ worthOf }: Told): Reckoning {
  const told = new Set<KeyTerm>();
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
        if (!told.has(term) && worthOf(term) >= LEAST_WORTH)
          worth += worthOf(term) / (1 + (families.get(term.family ?? "") ?? 0) / 3);
      for (const [pair, both] of pairsOf(line)) if (!pairs.has(pair)) worth += 0.8 * both;
      const { source, text } = line.snippet;
      const label = opened.has(source) ? 0 : 1 + source.label.length / 3.7;
      return worth / (text.length / 3.7 + 3 + label);
    },
    tell(line) {
      opened.add(line.snippet.source);
      for (const pair of pairsOf(line).keys()) pairs.add(pair);
      for (const term of line.terms) {
        if (!told.has(term) && term.family !== null)
          families.set(term.family, (families.get(term.family) ?? 0) + 1);
        told.add(term);
      }
    },
  };
}

/** A line becomes cheaper once another of its source is told, which {@link selectLines} takes up late: here none does. */
function eachOfItsOwn({ lines, worthOf }: Told): Told {
  const apart = lines.map((line): Line => {
    const source = { ...line.snippet.source };
    return { ...line, snippet: { ...line.snippet, source } };
  });
  return { lines: apart, worthOf };
}

test("looking at few lines again misses none: what adds more than the line that is told does not fit", () => {
  expect.hasAssertions();
  always((shared, characters) => {
    const told = eachOfItsOwn(shared);
    const reckoning = createReckoning(told);
    const waiting = new Map(
      told.lines.map((line) => [placeOf(line), trimLine(line, told.worthOf)] as const),
    );
    let left = characters;
    const better = (worth: number): readonly Line[] =>
      [...waiting.values()].filter(
        (line) => reckoning.worthOf(line) > worth * (1 + 1e-9) && line.snippet.text.length <= left,
      );
    for (const line of chosen(told, characters)) {
      expect(better(reckoning.worthOf(line))).toEqual([]);
      waiting.delete(placeOf(line));
      reckoning.tell(line);
      left -= line.snippet.text.length;
    }
    expect(better(0)).toEqual([]);
  });
});
