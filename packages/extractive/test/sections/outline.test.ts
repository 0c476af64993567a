import { createCharacterEstimator, type TokenEstimator } from "@cutpoint/core";
import { runAtOnce } from "@cutpoint/core/kit";
import { expect, test } from "vitest";
import { createTokenBudget } from "../../../core/src/digest/token-budget.ts";
import { outline } from "../../src/sections/outline.ts";
import { emptySections, parseSections, type SummarySections } from "../../src/sections/sections.ts";

const estimator = createCharacterEstimator({ charactersPerToken: 1 });

function written(
  given: Partial<SummarySections>,
  characters: number,
  context: readonly string[] = [],
  counting: TokenEstimator = estimator,
): {
  readonly text: string;
  readonly shown: SummarySections;
  readonly length: number;
  readonly rendered: string;
} {
  const budget = createTokenBudget(characters, counting);
  const chosen = runAtOnce(outline({ ...emptySections(), ...given }, budget));
  const rendered = runAtOnce(chosen.render(context));
  return { text: chosen.text, shown: parseSections(rendered), length: rendered.length, rendered };
}

const goals = ["Port the parser to Rust.", "Write the tests of it.", "Write its documentation."];

test("the oldest goal and the newest entries of other sections stay, in their order", () => {
  expect(written({ goal: goals }, 60).shown.goal).toEqual(goals.slice(0, 1));
  expect(written({ done: goals }, 75).shown.done).toEqual(goals.slice(2));
  expect(written({ done: goals }, 400).shown.done).toEqual(goals);
});

test("the next steps come first, and a line says how many entries are left out", () => {
  const first = written({ nextSteps: goals }, 100);
  expect(first.rendered).toBe(
    `## Next Steps\n1. ${goals[0]}\n2. ${goals[1]}\n- (left out: 1 later)`,
  );
  const last = written({ done: goals }, 110);
  expect(last.rendered).toBe(
    `## Done\n- (left out: 1 earlier)\n- [x] ${goals[1]}\n- [x] ${goals[2]}`,
  );
  expect([first.shown.nextSteps, last.shown.done]).toEqual([goals.slice(0, 2), goals.slice(1)]);
  const gap = ["Read it.", "Paint every part of the pump and its valves in the harbour.", "Go."];
  expect(written({ done: gap }, 80).shown.done).toEqual(["Go."]);
});

test("an entry that a chosen one contains is left out", () => {
  const done = ["Port the parser", ...goals];
  expect(written({ done }, 600).shown.done).toEqual(goals);
});

test("the first entry is shortened to 24 characters at least, if none fits", () => {
  const goal = ["Port every part of the parser to Rust before the spring release of the harbour."];
  const four = createCharacterEstimator({ charactersPerToken: 4 });
  const shown = (tokens: number) => written({ goal }, tokens, [], four).shown.goal.join();
  const entries = new Set(Array.from({ length: 60 }, (_, tokens) => shown(tokens)));
  const [none, shortest = "", ...others] = entries;
  expect([none, others.at(-1)]).toEqual(["", goal.join()]);
  expect(shortest).toBe("Port every part of the …");
  expect(others.length).toBeGreaterThan(2);
});

test("before the lines of the context, each section takes a small share", () => {
  const done = Array.from({ length: 200 }, (_, place) => `Wrote the part ${place} of it.`);
  const { length, shown, text } = written({ done }, 3_000, ["The valve is open."]);
  expect(text.length).toBeGreaterThan(60);
  expect(text.length).toBeLessThan(0.04 * 3_000);
  expect(length).toBeGreaterThan(2_900);
  expect(length - "\n- The valve is open.".length).toBeLessThanOrEqual(3_000);
  expect(shown.criticalContext).toEqual(["The valve is open."]);
  expect(shown.done.at(-1)).toBe(done.at(-1));
});

test("a small budget has room for one entry of a section, of up to a quarter of it", () => {
  const done = ["Wrote it.", "Read the valve."];
  expect(written({ done }, 160).text).toBe("Read the valve.");
  expect(written({ done: ["Read the valve of the pump in the harbour."] }, 160).text).toBe("");
});
