import * as fc from "fast-check";
import { expect, test } from "vitest";
import { truncateMiddle } from "../../src/message/text.ts";

test("the middle is replaced by a note with the number of removed characters", () => {
  const text = `${"head ".repeat(50)}${"middle ".repeat(100)}${"tail ".repeat(50)}`;
  const clamped = truncateMiddle(text, 200);
  const [head = "", mark = "", tail = ""] = clamped.split("\n");
  expect(clamped.length).toBeLessThanOrEqual(200);
  expect(head).toMatch(/^(?:head ?)+$/u);
  expect(tail).toMatch(/^(?:tail ?)+$/u);
  expect(mark).toBe(`[… ${text.length - head.length - tail.length} characters left out …]`);
});

test("cuts at a space if one is near", () => {
  const names = fc.array(fc.stringMatching(/^[a-z]{2,9}_[0-9]{2,9}$/u), {
    minLength: 40,
    maxLength: 60,
  });
  fc.assert(
    fc.property(names, fc.integer({ min: 130, max: 300 }), (said, limit) => {
      const [head = "", , tail = ""] = truncateMiddle(said.join(" "), limit).split("\n");
      for (const name of `${head} ${tail}`.trim().split(/\s+/u)) expect(said).toContain(name);
    }),
  );
});

test("a text that fits is not touched", () => {
  expect(truncateMiddle("short", 5)).toBe("short");
});

test("keeps only the start if the note does not fit", () => {
  expect(truncateMiddle("abcdefgh", 3)).toBe("abc");
  expect(truncateMiddle("abcdefgh", 0)).toBe("");
});

test("the result is within the limit, well-formed, and made of the text's start and end", () => {
  const texts = fc.oneof(
    fc.string({ unit: "binary", maxLength: 400 }),
    fc.string({ unit: "grapheme", maxLength: 400 }),
  );
  fc.assert(
    fc.property(texts, fc.nat(300), (text, limit) => {
      const clamped = truncateMiddle(text, limit);
      expect(clamped.length).toBeLessThanOrEqual(Math.max(limit, 0));
      expect(clamped.isWellFormed()).toBe(true);
      const cut = /^([^]*)\n\[… (\d+) characters left out …\]\n([^]*)$/u.exec(clamped);
      const [, head = clamped, left = text.length - clamped.length, tail = ""] = cut ?? [];
      expect(text.toWellFormed().startsWith(head) || text.startsWith(head)).toBe(true);
      expect(text.toWellFormed().endsWith(tail)).toBe(true);
      expect(head.length + Number(left) + tail.length).toBe(text.length);
    }),
  );
});

test("a pair of surrogates at a cut is left out, so that the result is within the limit", () => {
  const text = "😀".repeat(100);
  for (let limit = 0; limit < text.length; limit += 1) {
    const clamped = truncateMiddle(text, limit);
    expect(clamped.length).toBeLessThanOrEqual(limit);
    expect(clamped.isWellFormed()).toBe(true);
  }
});
