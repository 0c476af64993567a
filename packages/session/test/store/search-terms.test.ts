import { expect, test } from "vitest";
import { queryTerms, snippetAround } from "../../src/store/search-terms.ts";

const before = "before ".repeat(40);
const after = "after ".repeat(60);

function snippet(text: string, query: string): string {
  return snippetAround(text, queryTerms(query));
}

test("a snippet begins 50 characters before the match and has 200 characters", () => {
  const found = snippet(`${before}lamp ${after}`, "lamp");
  expect(found).toMatch(/^…[a-z ]+ lamp after after [a-z ]+…$/u);
  expect(found.indexOf("lamp")).toBeLessThanOrEqual(52);
  expect(found.length).toBeGreaterThan(190);
  expect(found.length).toBeLessThanOrEqual(202);
});

test("a whole text has no omission marks", () => {
  expect(snippet("one lamp  and\nanother", "lamp")).toBe("one lamp and another");
});

test("a term of several words is found where it is complete", () => {
  const text = `${before}red ${before}the lamp ${before}the red lamp ${after}`;
  expect(snippet(text, '"the red lamp"')).toContain("the red lamp");
  expect(snippet(`${before}red red lamp ${after}`, '"red lamp"')).toContain("red lamp");
});
