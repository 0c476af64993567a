import { expect, test } from "vitest";
import { excerpt, requestExcerpt } from "../../src/sections/excerpt.ts";

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

test("an excerpt of an answer prefers what was found to what the model is going to do", () => {
  const answer = `Table? I will look at the lighthouse tide table now. ${"So it goes on and on. ".repeat(9)}The table has the order of its harbours. And so on.`;
  const short = excerpt(answer, "How is the lighthouse tide table sorted?", 60);
  expect(short).toContain("The table has the order of its harbours.");
});
