import { runAtOnce } from "@cutpoint/core/kit";
import * as fc from "fast-check";
import type { Origin, SourceLine, Source } from "../../src/read/lines.ts";
import { indexTerms, type Line } from "../../src/terms/terms.ts";

const NAMES: readonly string[] = [
  "order_2217",
  "WX-40817",
  "src/export/rows.ts",
  "splitByCurrency",
  "card_7731",
  "2026-05-07",
  "L-220",
  "value_1",
  "value_2",
  "value_12",
  "orders.byLocker.firstFree",
];
const WORDS: readonly string[] = ["waits", "locker", "because", "moved", "paid", "with"];
const BETWEEN: readonly string[] = [" ", ", ", '", "', ": ", "; ", " (", ") "];
const ORIGINS: readonly Origin[] = ["user", "prose", "arguments", "change", "result", "carried"];

const texts: fc.Arbitrary<string> = fc
  .array(
    fc.tuple(
      fc.oneof(fc.constantFrom(...NAMES), fc.constantFrom(...WORDS)),
      fc.constantFrom(...BETWEEN),
    ),
    { minLength: 1, maxLength: 12, size: "max" },
  )
  .map((pieces) => pieces.flat().join("").trim());

const worths: fc.Arbitrary<number> = fc.oneof(
  { weight: 1, arbitrary: fc.constant(0) },
  { weight: 5, arbitrary: fc.integer({ min: 1, max: 999_983 }).map((part) => part / 1e6) },
);

/** Returns a line of a message without a label. */
export function said(message: number, origin: Origin, text: string): SourceLine {
  return { text, origin, source: { label: "", message, path: null }, place: 0 };
}

/** Lines of a few sources with shared terms that have a worth. */
export function indexedLines(maxLength = 12): fc.Arbitrary<readonly Line[]> {
  return fc
    .tuple(
      fc.array(fc.tuple(texts, fc.nat(3), fc.constantFrom(...ORIGINS)), {
        minLength: 1,
        maxLength,
      }),
      fc.array(worths, { minLength: 40, maxLength: 40 }),
    )
    .map(([said, worth]) => {
      const sources = [0, 1, 2, 3].map((message): Source => ({
        label: message === 0 ? "" : `source-${message}: `,
        message,
        path: null,
      }));
      const sourceLines = said.map(([text, from, origin], place): SourceLine => ({
        text,
        origin,
        source: sources[from] as Source,
        place,
      }));
      const { terms, lines } = runAtOnce(indexTerms(sourceLines, { messages: 4 }));
      for (const [place, term] of terms.entries())
        term.worth = (worth[place % 40] ?? 0) * (1 + place * 1e-6);
      return lines;
    });
}
