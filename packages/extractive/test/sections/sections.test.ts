import { joinTurnContext } from "@cutpoint/core/kit";
import { expect, test } from "vitest";
import {
  deduplicate,
  emptySections,
  parseSections,
  renderSections,
} from "../../src/sections/sections.ts";

const sections = {
  goal: ["Ship it."],
  done: ["Test it. → All tests pass."],
  inProgress: ["user: Write the docs — Looking at README.md."],
  decisions: ["**Use ESM**: because Node 20 has it."],
  nextSteps: ["Write the docs.", "Tag 1.0."],
  criticalContext: ["src/a.ts: 12→const a = 1;"],
};

test("renders sections with their markers in order", () => {
  expect(renderSections(sections)).toBe(`## Goal
- Ship it.

## Done
- [x] Test it. → All tests pass.

## In Progress
- [ ] user: Write the docs — Looking at README.md.

## Key Decisions
- **Use ESM**: because Node 20 has it.

## Next Steps
1. Write the docs.
2. Tag 1.0.

## Critical Context
- src/a.ts: 12→const a = 1;`);
});

test("leaves out empty sections", () => {
  expect(renderSections({ ...emptySections(), inProgress: ["x"] })).toBe("## In Progress\n- [ ] x");
});

test("parses rendered sections", () => {
  expect(parseSections(renderSections(sections))).toEqual(sections);
  expect(parseSections(renderSections(emptySections()))).toEqual(emptySections());
});

test("parses a summary by a model", () => {
  const parsed = parseSections(`Here is the summary.

# goal:
Ship it,
with docs.

**Constraints**
* None of tabs
  and no semicolons

## Progress
1. [x] first
### DONE
- [X] second
### In progress
- third
## Risks
- may break

## Critical Context
\`\`\`text
value = 3
\`\`\``);
  expect(parsed).toEqual({
    ...emptySections(),
    goal: ["Ship it,", "with docs."],
    decisions: ["None of tabs and no semicolons"],
    done: ["first", "second"],
    inProgress: ["third"],
    criticalContext: ["Here is the summary.", "may break", "value = 3"],
  });
});

test("the context of a turn prefix is part of the context", () => {
  const text = joinTurnContext(renderSections(sections), "- src/b.ts: let b;");
  const criticalContext = [...sections.criticalContext, "src/b.ts: let b;"];
  expect(parseSections(text)).toEqual({ ...sections, criticalContext });
});

test.each([
  ["## Goal", "goal"],
  ["   ###### Goal ##", "goal"],
  ["**Goal**", "goal"],
  ["**Goal:**", "goal"],
  ["**Goal**:", "goal"],
  ["## Original Request", "goal"],
  ["# Blockers:", "inProgress"],
  ["## Goals of others", "criticalContext"],
])("%j is a heading of %s", (heading, name) => {
  expect(parseSections(`${heading}\n- Ship it.`)[name as "goal"]).toEqual(["Ship it."]);
});

test("a line that is no heading, a rule and none are no sections", () => {
  for (const line of ["#Goal", "**Goal** is near", "Goal", "    # Goal"])
    expect(parseSections(`${line}\n- Ship it.`).goal).toEqual([]);
  expect(parseSections("## Goal\n- none\n---\n(None)\n- Ship it.").goal).toEqual(["Ship it."]);
});

test("an indented line continues the entry above, if there is one, and an open box is in progress", () => {
  expect(parseSections("## Goal\n  Ship it.\n   with docs\n and tests").goal).toEqual([
    "Ship it. with docs",
    "and tests",
  ]);
  const { done, inProgress } = parseSections("## Done\n- [x] one\n- [ ] two\n- [x] three");
  expect([done, inProgress]).toEqual([["one", "three"], ["two"]]);
});

test("of entries that differ only in case and punctuation, the newest stays, in its place", () => {
  expect(deduplicate(["Ship it.", "Test it.", "ship IT!", "…"])).toEqual(["Test it.", "ship IT!"]);
});
