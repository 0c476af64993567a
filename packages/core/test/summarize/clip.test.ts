import * as fc from "fast-check";
import { expect, test } from "vitest";
import { clipped } from "../../src/summarize/clip.ts";
import type { Concept, Line } from "../../src/summarize/concepts.ts";
import { toldLines } from "./lines.ts";

/** A name that is worth a tenth of the best one on its line holds its stretch of the line. */
const LEAST_SHARE = 0.1;

function everyLine(
  check: (line: Line, short: Line, worthOf: (concept: Concept) => number) => void,
): void {
  fc.assert(
    fc.property(toldLines(), ({ lines, worthOf }) => {
      for (const line of lines) check(line, clipped(line, worthOf), worthOf);
    }),
    { numRuns: 300 },
  );
}

test("a clipped line is a stretch of the line, cut between words and never inside a name", () => {
  everyLine(({ snippet: { text } }, { snippet: { text: part } }) => {
    const at = text.indexOf(part);
    expect(at).toBeGreaterThanOrEqual(0);
    const isCut = (before: string, after: string): boolean =>
      /^[\w./-]$/u.test(before) && /^[\w./-]$/u.test(after);
    expect(isCut(text.charAt(at - 1), part.charAt(0))).toBe(false);
    expect(isCut(part.charAt(part.length - 1), text.charAt(at + part.length))).toBe(false);
  });
});

test("it holds every name that is worth telling, and knows what it holds", () => {
  everyLine((line, short, worthOf) => {
    const names = line.concepts.filter(({ kind }) => kind !== "word");
    const best = Math.max(0, ...line.concepts.map(worthOf));
    for (const concept of names)
      if (worthOf(concept) >= LEAST_SHARE * best && worthOf(concept) > 0)
        expect(short.concepts).toContain(concept);
    for (const { kind, name } of short.concepts)
      expect(short.snippet.text.toLowerCase()).toContain(
        (kind === "word" ? name.slice(1) : name).toLowerCase(),
      );
    for (const concept of line.concepts)
      if (concept.kind !== "word" && short.snippet.text.includes(concept.name))
        expect(short.concepts).toContain(concept);
  });
});

test("what people and models said stays whole", () => {
  everyLine((line, short) => {
    if (["human", "prose", "carried"].includes(line.snippet.origin)) expect(short).toBe(line);
  });
});

test("what is around the names of a result is left out", () => {
  const source = { label: "", message: 0, path: null };
  const text = "the parcel that was sent waits (WX-40817) behind the counter of the shop";
  const name = "WX-40817";
  const concept = { name, kind: "id", family: null } as Concept;
  const line: Line = {
    snippet: { text, origin: "result", source, place: 0, places: 1 },
    concepts: [concept],
  };
  expect(clipped(line, () => 0.5).snippet.text).toBe(name);
  expect(clipped(line, () => 1).snippet.text).toBe(text);
});
