import { expect, test } from "vitest";
import { isReport, judge, openWorkIn } from "../../src/sections/outcome.ts";

test.each([
  ["a question before its answer", "Would you like me to merge it? It is ready.", "success"],
  [
    "options without a question mark",
    "Which one of them:\n- the blue pump\n- the gray one",
    "trouble",
  ],
  ["a question at the end", "The pump has a valve. Is it the blue one?", "trouble"],
  ["a statement", "The pump has a blue valve.", null],
  ["a colon at the end", "Fixed the pump. Its parts are:", "trouble"],
  ["a step that begins", "Fixed the pump. Now I'll look at the valve.", "trouble"],
  ["an open part before a finished one", "The valve is stuck. The pump is fixed.", "trouble"],
  ["a problem that is over", "The valve was stuck. The pump is fixed.", "success"],
  ["a problem that was and is", "The valve was stuck and still is stuck.", "trouble"],
  ["a success that is taken back", "The pump is fixed. The gate is too slow.", "trouble"],
  ["a problem before a success", "The total was wrong. It is fixed.", "success"],
  ["a problem after a success", "It is fixed. It reports errors.", "trouble"],
  ["a problem in the sentence of a success", "Fixed the wrong total.", "success"],
  ["a change", "Renamed the pump.", "success"],
  ["a change of which something is missing", "Renamed the pump, but not its valve.", "trouble"],
])("an answer with %s", (_name, answer, outcome) => {
  expect(judge(answer).outcome).toBe(outcome);
});

const neutral = (count: number): string => "Each valve turns. ".repeat(count);

test("an answer with seven sentences, or a verdict first, is a report", () => {
  const sentences = (count: number): readonly string[] => Array.from({ length: count }, () => "A.");
  expect([6, 7].map((count) => isReport(sentences(count)))).toEqual([false, true]);
  expect(isReport(["Done.", "A."])).toBe(true);
});

test("the opening and the end of a report can say that the work is done", () => {
  const done = "The pump is fixed. ";
  const at = (place: number): string => neutral(place) + done + neutral(9 - place);
  expect([0, 1, 2, 6, 7, 9].map((place) => judge(at(place)).outcome)).toEqual([
    "success",
    "success",
    null,
    null,
    "success",
    "success",
  ]);
});

test("open work anywhere in a report is trouble, unless it is asked, a condition or over", () => {
  const report = (sentence: string): string => `Done. ${neutral(4)}${sentence} ${neutral(4)}`;
  for (const sentence of ["The build fails.", "The gate was blocked and is still blocked."]) {
    expect(judge(report(sentence)).outcome).toBe("trouble");
    expect(openWorkIn(report(sentence))).toBe(sentence);
  }
  for (const sentence of [
    "Is it still blocked?",
    "If the build fails, nothing is sent.",
    "The gate was blocked by the lamp.",
  ]) {
    expect(judge(report(sentence)).outcome).toBe("success");
    expect(openWorkIn(report(sentence))).toBeNull();
  }
});

test("a short answer states open work in its statements, not in its questions", () => {
  expect(openWorkIn("The pump hums. The valve is stuck.")).toBe("The valve is stuck.");
  expect(openWorkIn("The pump hums. Is the valve stuck?")).toBeNull();
  expect(openWorkIn("The valve was stuck.")).toBeNull();
});

test("only the end of an answer is judged", () => {
  const parts = (count: number): string => "the pump hums; ".repeat(count);
  expect(judge(`The valve is stuck; ${parts(11)}`).outcome).toBe("trouble");
  expect(judge(`The valve is stuck; ${parts(12)}`).outcome).toBe(null);
});

test.each([
  ["The pump hums. The valve is stuck. It reports errors.", "The valve is stuck."],
  ["It reports errors. The pump is fixed. Its lamp is green.", "The pump is fixed."],
  ["The pump is fixed. It reports errors.", "It reports errors."],
  [`## All fixed\n\nDone. ${neutral(7)}`, "Done."],
  [
    `| The pump is fixed |\n**The valve is fixed**\n${neutral(7)}The lamp is fixed.`,
    "The lamp is fixed.",
  ],
  [`${neutral(7)}The build fails. The lamp is fixed.`, "The build fails."],
  ["The pump hums. Shall I paint it?", "Shall I paint it?"],
  ["The pump is fixed. Now I'll look at the valve.", null],
  ["The pump hums.", null],
])("the sentence that decides: %s", (answer, sentence) => {
  expect(judge(answer).sentence).toBe(sentence);
});

test("a color is no success", () => {
  expect(judge("Red lamps hum in the hall.").outcome).toBeNull();
});
