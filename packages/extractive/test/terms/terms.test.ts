import { runAtOnce } from "@cutpoint/core/kit";
import { expect, test } from "vitest";
import type { Origin, SourceLine } from "../../src/read/lines.ts";
import { reuseProbability } from "../../src/terms/reuse.ts";
import { indexTerms } from "../../src/terms/terms.ts";

/** A line in a message of its own. */
const said = (message: number, origin: Origin, text: string): SourceLine => ({
  text,
  origin,
  source: { label: "", message, path: null },
  place: 0,
});

test("counts the messages of a term, and those of the model", () => {
  const lines = [
    said(0, "user", "mend harbourPump"),
    said(1, "prose", "harbourPump leaks"),
    said(1, "arguments", "read harbourPump"),
    said(2, "result", "harbourPump and tidalGate"),
    said(12, "prose", "harbourPump again"),
    said(13, "result", "harbourPump once more"),
  ];
  const { terms } = runAtOnce(indexTerms(lines, { messages: 14 }));
  const statistics = (name: string): unknown => {
    const term = terms.find((each) => each.name === name);
    return [term?.first, term?.last, term?.messages, term?.gap, term?.uses];
  };
  expect(statistics("harbourPump")).toEqual([0, 13, 5, 10, 2]);
  expect(statistics("tidalGate")).toEqual([2, 2, 1, 0, 0]);
});

test("a name that the model used is more likely to be needed than one that it did not", () => {
  const lines = [
    said(0, "user", "mend the pumps"),
    said(1, "result", "harbourPump and tidalGate"),
    said(2, "prose", "harbourPump leaks"),
    said(3, "result", "harbourPump and tidalGate"),
    said(12, "prose", "harbourPump again"),
  ];
  const index = runAtOnce(indexTerms(lines, { messages: 13 }));
  const probabilityOf = runAtOnce(reuseProbability(index));
  const chances = new Map(index.terms.map((term) => [term.name, probabilityOf(term)]));
  expect(chances.get("harbourPump")).toBeGreaterThan(2 * (chances.get("tidalGate") ?? 1));
});
