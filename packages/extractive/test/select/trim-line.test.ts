import * as fc from "fast-check";
import { expect, test } from "vitest";
import { cases } from "../../../../tooling/laws/src/cases.ts";
import type { KeyTerm, Line } from "../../src/terms/terms.ts";
import { trimLine } from "../../src/select/trim-line.ts";
import { indexedLines, said } from "../support/lines.ts";

type Law = (line: Line, short: Line) => readonly string[];

/** Expects that a law finds no problem in the trimmed lines. */
function expectLaw(law: Law): void {
  fc.assert(
    fc.property(indexedLines(), (lines) => {
      expect(lines.flatMap((line) => law(line, trimLine(line)))).toEqual([]);
    }),
    cases(300),
  );
}

const joins = (before: string, after: string): boolean =>
  /^[\w./-]$/u.test(before) && /^[\w./-]$/u.test(after);

test("a trimmed line is a part of the line that is cut between words", () => {
  expect.hasAssertions();
  expectLaw(({ sourceLine: { text } }, { sourceLine }) => {
    const part = sourceLine.text;
    const at = text.indexOf(part);
    const end = at + part.length;
    const isCut =
      joins(text.charAt(at - 1), part.charAt(0)) || joins(part.slice(-1), text.charAt(end));
    return at === -1 || isCut ? [`${part} of ${text}`] : [];
  });
});

test("a trimmed line contains every valuable name, and its terms match its text", () => {
  expect.hasAssertions();
  expectLaw((line, short) => {
    const { text } = short.sourceLine;
    const names = line.terms.filter(({ kind }) => kind !== "word");
    const held = names.filter((term) => text.includes(term.name) || term.worth > 0);
    const dropped = held.filter((term) => !short.terms.includes(term));
    const unheld = short.terms.filter(({ kind, name }) =>
      kind === "word" ? !text.toLowerCase().includes(name.slice(1)) : !text.includes(name),
    );
    return [...dropped, ...unheld].map(({ name }) => `${name} in ${text}`);
  });
});

test("does not trim text of users and models", () => {
  expect.hasAssertions();
  expectLaw((line, short) =>
    ["user", "prose", "carried"].includes(line.sourceLine.origin) && short !== line
      ? [short.sourceLine.text]
      : [],
  );
});

test("a line that a diff removes keeps its sign", () => {
  const sourceLine = said(0, "result", "-return lockCount * 2; // as in harbourTable.rows[7]");
  const term = { name: "harbourTable.rows", kind: "anchor", worth: 0.5 } as unknown as KeyTerm;
  const { text } = trimLine({ sourceLine, terms: [term] }).sourceLine;
  expect(text).toBe("-// as in harbourTable.rows[7]");
});

test("cuts off text around the names of a result", () => {
  const source = { label: "", message: 0, path: null };
  const text = "the parcel that was sent waits (WX-40817) behind the counter of the shop";
  const name = "WX-40817";
  const lineWith = (worth: number): Line => ({
    sourceLine: { text, origin: "result", source, place: 0 },
    terms: [{ name, kind: "id", worth } as KeyTerm],
  });
  expect(trimLine(lineWith(0.5)).sourceLine.text).toBe(name);
  expect(trimLine(lineWith(1)).sourceLine.text).toBe(text);
});

test("a number is not cut off from what it counts", () => {
  const source = { label: "", message: 0, path: null };
  const text = "Bash make all && make test-long 180000";
  const lineOf = (name: string): Line => ({
    sourceLine: { text, origin: "arguments", source, place: 0 },
    terms: [{ name, kind: "number", worth: 0.5 } as KeyTerm],
  });
  expect(trimLine(lineOf("180000")).sourceLine.text).toBe(text);
  expect(trimLine(lineOf("test-long")).sourceLine.text).toBe(text);
});

test.each([
  ["Grep shelfLabel|counterLabel src/labels", "Grep shelfLabel|counterLabel src/labels"],
  ["Bash cd shop; git log main -- src/labels", "Bash cd shop; git log main -- src/labels"],
  ["Bash cat src/labels, and what follows it", "Bash cat src/labels"],
])("a trimmed call keeps its beginning: %s", (text, trimmed) => {
  const line: Line = {
    sourceLine: {
      text,
      origin: "arguments",
      source: { label: "", message: 0, path: null },
      place: 0,
    },
    terms: [{ name: "src/labels", kind: "path", worth: 0.5 } as KeyTerm],
  };
  expect(trimLine(line).sourceLine.text).toBe(trimmed);
});
