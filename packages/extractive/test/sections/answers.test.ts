import { expect, test } from "vitest";
import { requestExcerpt, requestLine, requestOf } from "../../src/sections/answers.ts";
import { deduplicate } from "../../src/sections/sections.ts";

test("a request is followed by the sentence that says how it ended, shortened", () => {
  expect(requestLine("Mend it → now.", "It **is** mended.")).toBe(
    "Mend it -> now. → It **is** mended.",
  );
  expect(requestLine("Mend it.", "It is mended.**")).toBe("Mend it. → It is mended.");
  expect(requestLine("", "It is mended.")).toBe("→ It is mended.");
  const long = requestLine("Mend it.", `${"It hums and ".repeat(40)}stops.`);
  expect(long).toMatch(/^Mend it\. → It hums and .* …$/u);
  expect(long.length).toBeLessThanOrEqual("Mend it. → ".length + 240);
});

test.each([null, "Done.", "**Fixed**", "✅", "These are left:", "**3."])(
  "a request stands alone instead of with %s",
  (outcome) => {
    expect(requestLine("Mend it.", outcome)).toBe("Mend it.");
  },
);

test("keeps the newest answer to a question", () => {
  const lines = ["What about 0? → It is 100.", "What about 1? → 7", "what about 0 → Now it is 7."];
  expect(deduplicate(lines, requestOf)).toEqual([lines[1], lines[2]]);
});

test("a request is shortened to its beginning and the question at its end, however long it is", () => {
  for (const length of [1_000, 1_000_000]) {
    const pasted = "The build reads every file once. ".repeat(length / 33);
    const text = `Look at this log: ${pasted}\nWhich file is read twice?`;
    const excerpt = requestExcerpt(text, 100);
    expect(excerpt.length).toBeLessThanOrEqual(100);
    expect(excerpt).toMatch(/^Look at this log: The build .* … Which file is read twice\?$/u);
  }
});

test("a request that ends with no question is cut at its end; a question that fills it stays alone", () => {
  expect(requestExcerpt(`Please fix it. ${"And test it. ".repeat(20)}`, 40)).toBe(
    "Please fix it. And test it. And test …",
  );
  const question = "Is it the oneAndOnlyNameThatFills?";
  expect(requestExcerpt(`${"x".repeat(90)} ends. ${question}`, 70)).toBe(question);
});

test("a request stays whole if it fits, and its question if that takes half of the room", () => {
  const question = "Is it the oneAndOnlyNameThatFills?";
  const whole = `Look at it. ${question}`;
  expect(requestExcerpt(whole, whole.length)).toBe(whole);
  const short = "Look at it again, all of it. Is it new?";
  expect(requestExcerpt(short, short.length)).toBe(short);
  const long = `${"Look at it. ".repeat(9)}${question}`;
  expect(requestExcerpt(long, 2 * question.length)).toMatch(
    /^Look at it\. .* … Is it the one\S+\?$/u,
  );
  expect(requestExcerpt(long, 2 * question.length - 2)).not.toContain("Is it");
  for (let most = 0; most <= long.length; most += 1)
    expect(requestExcerpt(long, most).length).toBeLessThanOrEqual(most);
});
