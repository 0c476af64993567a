import { estimateText } from "@cutpoint/core";
import { runAtOnce } from "@cutpoint/core/kit";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { cases } from "../../../../tooling/laws/src/cases.ts";
import { candidatesFrom, type SelectOptions, selectLines } from "../../src/select/select-lines.ts";
import type { Origin, Source } from "../../src/read/lines.ts";
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

const termOf = (name: string, worth: number): KeyTerm =>
  ({ name, kind: "id", messages: 1, worth }) as KeyTerm;

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

/** Returns a line of another source. */
function ofSource(line: Line, source: Source): Line {
  return { ...line, sourceLine: { ...line.sourceLine, source } };
}

function messageAt(message: number, isAnswer = false): Source {
  return { label: "", message, path: null, isAnswer };
}

test("in a large room, answers go before lines that are worth a little more, unlike notes", () => {
  const output = withOrigin(
    lineAt(0, "shop_row waits at the dock.", [termOf("shop_row", 0.05)]),
    "result",
  );
  const said = lineAt(1, "door_row waits for a reason", [termOf("door_row", 0.02)]);
  const lines = [output, ofSource(said, messageAt(1, true))];
  expect(select(lines, 30, { room: 4_000 }).map(placeOf)).toEqual([1]);
  expect(select(lines, 30, { room: 500 }).map(placeOf)).toEqual([0]);
  expect(select([output, ofSource(said, messageAt(1))], 30, { room: 4_000 }).map(placeOf)).toEqual([
    0,
  ]);
  const carried = withOrigin(ofSource(said, messageAt(1, true)), "carried");
  expect(select([output, carried], 30, { room: 4_000 }).map(placeOf)).toEqual([0]);
});

test("an answer that says again what another one says goes after output", () => {
  const [door, shop] = [termOf("door_row", 0.02), termOf("shop_row", 0.03)];
  const answers = [0, 1].map((place) =>
    ofSource(lineAt(place, "door_row waits for a reason", [door]), messageAt(place, true)),
  );
  const output = withOrigin(lineAt(2, "shop_row waits at the dock.", [shop]), "result");
  expect(select([...answers, output], 60, { room: 4_000 }).map(placeOf)).toEqual([0, 2]);
});

test("sentences of a result go before better rows only if it consists of sentences", () => {
  const rows = lineAt(0, "shop_row = 4; dock_row = 12; quay = 8;", [termOf("shop_row", 0.05)]);
  const rule = lineAt(1, "never wait for door_row without a limit", [termOf("door_row", 0.02)]);
  const code = lineAt(2, "{ dock_row: 1, harbour_row: 2, quay: 3 }", []);
  const source = messageAt(1);
  const output = withOrigin(rows, "result");
  const said = [rule, code].map((line) => withOrigin(ofSource(line, source), "result"));
  const placesOf = (lines: readonly Line[]): readonly number[] =>
    select(lines, 40, { room: 4_000 }).map(placeOf);
  expect(placesOf([output, ...said.slice(0, 1)])).toEqual([1]);
  expect(placesOf([output, ...said])).toEqual([0]);
});

test("after a fifth of the room, other lines go before those of documents", () => {
  const rules = Array.from({ length: 60 }, (_, place) => {
    const text = `never wait for row_${place} without a limit`;
    return ofSource(lineAt(place, text, [termOf(`row_${place}`, 0.5)]), messageAt(0));
  });
  const other = lineAt(60, 'dock_row = "harbour and quay";', [termOf("dock_row", 0.1)]);
  const lines = [...rules, other].map((line) => withOrigin(line, "result"));
  const placesIn = (characters: number): readonly number[] =>
    select(lines, characters, { room: 1_000 }).map(placeOf);
  expect(placesIn(300)).not.toContain(60);
  expect(placesIn(1_200)).toContain(60);
  expect(placesIn(9_000)).toHaveLength(61);
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
