import * as fc from "fast-check";
import { expect, test } from "vitest";
import { cases } from "../../../tooling/laws/src/cases.ts";
import type { KeyTerm, Line } from "../src/terms.ts";
import { trimLine } from "../src/trim-line.ts";
import { toldLines } from "./support/lines.ts";

/** A name that is worth this share of the best one on its line holds its stretch of the line. */
const LEAST_SHARE = 0.03;

type Law = (line: Line, short: Line, worthOf: (term: KeyTerm) => number) => readonly string[];

/** What is wrong with the clipped lines of many conversations, by a law. */
function expectLaw(law: Law): void {
  fc.assert(
    fc.property(toldLines(), ({ lines, worthOf }) => {
      expect(lines.flatMap((line) => law(line, trimLine(line, worthOf), worthOf))).toEqual([]);
    }),
    cases(300),
  );
}

const joins = (before: string, after: string): boolean =>
  /^[\w./-]$/u.test(before) && /^[\w./-]$/u.test(after);

test("a clipped line is a stretch of the line, cut between words and never inside a name", () => {
  expect.hasAssertions();
  expectLaw(({ snippet: { text } }, { snippet: { text: part } }) => {
    const at = text.indexOf(part);
    const end = at + part.length;
    const isCut =
      joins(text.charAt(at - 1), part.charAt(0)) || joins(part.slice(-1), text.charAt(end));
    return at === -1 || isCut ? [`${part} of ${text}`] : [];
  });
});

test("it holds every name that is worth telling, and knows what it holds", () => {
  expect.hasAssertions();
  expectLaw((line, short, worthOf) => {
    const { text } = short.snippet;
    const best = Math.max(0, ...line.terms.map(worthOf));
    const names = line.terms.filter(({ kind }) => kind !== "word");
    const held = names.filter(
      (term) => text.includes(term.name) || (best > 0 && worthOf(term) >= LEAST_SHARE * best),
    );
    const untold = held.filter((term) => !short.terms.includes(term));
    const unheld = short.terms.filter(({ kind, name }) =>
      kind === "word" ? !text.toLowerCase().includes(name.slice(1)) : !text.includes(name),
    );
    return [...untold, ...unheld].map(({ name }) => `${name} in ${text}`);
  });
});

test("what people and models said stays whole", () => {
  expect.hasAssertions();
  expectLaw((line, short) =>
    ["human", "prose", "carried"].includes(line.snippet.origin) && short !== line
      ? [short.snippet.text]
      : [],
  );
});

test("what is around the names of a result is left out", () => {
  const source = { label: "", message: 0, path: null };
  const text = "the parcel that was sent waits (WX-40817) behind the counter of the shop";
  const name = "WX-40817";
  const term = { name, kind: "id", family: null } as KeyTerm;
  const line: Line = {
    snippet: { text, origin: "result", source, place: 0, places: 1 },
    terms: [term],
  };
  expect(trimLine(line, () => 0.5).snippet.text).toBe(name);
  expect(trimLine(line, () => 1).snippet.text).toBe(text);
});
