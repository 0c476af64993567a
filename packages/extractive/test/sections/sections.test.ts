import { joinTurnContext } from "@cutpoint/core/kit";
import { expect, test } from "vitest";
import { emptySections, parseSections, renderSections } from "../../src/sections/sections.ts";

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
