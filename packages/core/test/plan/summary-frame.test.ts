import { expect, test } from "vitest";
import { buildPrefix, renderPreamble } from "../../src/plan/summary-frame.ts";
import { NO_VERBATIM } from "../../src/plan/verbatim.ts";
import { SUMMARY_PREAMBLE } from "../../src/view/prefix.ts";

test("a prefix has preamble, summary and file lists, in this order", () => {
  const texts = { summary: "## Goal\n- x", digestText: "<read-files>\na\n</read-files>" };
  const pieces = buildPrefix(NO_VERBATIM, texts, {});
  expect(pieces.map((piece) => piece.kind)).toEqual(["preamble", "summary", "digest"]);
  expect(pieces.every((piece) => piece.sourceId === null)).toBe(true);
});

test("the preamble says that the blocks are a record and whose they are", () => {
  expect(renderPreamble({})).toMatch(
    /for reference, not new requests.*user-rules lists rules.*user-messages quotes the user/u,
  );
});

test("empty texts produce no block", () => {
  const pieces = buildPrefix(NO_VERBATIM, { summary: " ", digestText: "" }, {});
  expect(pieces.map((piece) => piece.kind)).toEqual(["preamble"]);
});

test.each([true, false])("the preamble says how to look up the rest (brief: %s)", (brief) => {
  expect(renderPreamble({ brief, recallHint: "Search the log." })).toMatch(/\. Search the log\.$/u);
});

test("a brief preamble is short, and both identify a summary by its start", () => {
  expect(renderPreamble({ brief: true }).length).toBeLessThan(100);
  for (const brief of [true, false])
    expect(renderPreamble({ brief }).startsWith(SUMMARY_PREAMBLE)).toBe(true);
});
