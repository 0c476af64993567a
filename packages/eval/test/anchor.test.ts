import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cases } from "../../../tooling/laws/src/cases.ts";
import { anchorsIn } from "../src/reading/anchor.ts";

const typesIn = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(anchorsIn(text).map((anchor) => [anchor.text, anchor.type]));

describe("anchors", () => {
  test("finds every type of exact token in prose", () => {
    expect(
      typesIn(
        "See src/boat/hull.ts:41 and https://boats.example/a?b=1, ask keel@boats.example about 4f9ac21d or " +
          "8c0a6c5e-1b7f-4a3e-9a46-1f0f1d2b3c4d: ENOENT in v1.4.2 since 2024-03-09; loadKeel of hull_plan " +
          "said TS2345 for HK-9921x at $1,250.50 and 48151.",
      ),
    ).toEqual({
      "https://boats.example/a?b=1": "url",
      "$1,250.50": "number",
      "src/boat/hull.ts": "path",
      "keel@boats.example": "email",
      "4f9ac21d": "hash",
      "8c0a6c5e-1b7f-4a3e-9a46-1f0f1d2b3c4d": "uuid",
      ENOENT: "error-code",
      "v1.4.2": "version",
      "2024-03-09": "date",
      loadKeel: "identifier",
      hull_plan: "identifier",
      TS2345: "error-code",
      "HK-9921x": "mixed-id",
      "48151": "number",
    });
  });

  test("ignores plain words, slashes between words and short numbers", () => {
    expect(anchorsIn("Read and/or write it, up to 12 times; the end. Next one")).toEqual([]);
  });

  test("finds each anchor once and verbatim", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (text) => {
        const anchors = anchorsIn(text).map((anchor) => anchor.text);
        for (const anchor of anchors) expect(text).toContain(anchor);
        expect(new Set(anchors).size).toBe(anchors.length);
      }),
      cases(),
    );
  });
});
