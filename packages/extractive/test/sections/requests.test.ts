import { assistantMessage, type Message, userMessage } from "@cutpoint/core";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { cases } from "../../../../tooling/laws/src/cases.ts";
import { exchange, itemsOf, run } from "../../../core/test/digest/conversation.ts";
import { parseSections } from "../../src/sections/sections.ts";
import { summaryText } from "../support/summary-text.ts";

const NOUNS = ["pump", "valve", "lamp", "gate", "ferry", "harbour"] as const;
const noun = fc.constantFrom(...NOUNS);
const look = run("read", { path: "src/a.ts" }, "const limit = 1;", { text: "I look at it." });
const edit = run("edit", { path: "src/a.ts" }, "Edited.");
const agent = run("Task", { prompt: "Look at all of it." }, "It has four parts.");
const LONG = "Each part of it turns with the tide, and the tide turns with the moon. ".repeat(8);

/** Answers that do no work, after calls that change nothing. */
const NO_WORK = fc.record({
  runs: fc.constantFrom([], [look], [agent], [look, agent]),
  answer: fc.constantFrom(
    "Noted.",
    "Good idea, that fits.",
    `Good structure. **Current State** The first gate is done already. ${LONG}`,
    `Here is the plan. ${LONG} The hardest part is ready already. ${LONG}`,
    `You are right. ${LONG} All of it is in place.`,
  ),
});

/** How finished work is told, with what must not follow the request. */
const WORK = fc.record({
  heading: fc.constantFrom(
    "",
    "## Current State\n\n",
    "**All done**\n\n",
    "| part | state |\n|---|---|\n",
  ),
  opening: fc.constantFrom("", "It hums. ", "**3. The list**\n"),
  end: fc.constantFrom("", " The moon is round.", "\n\n**Files**:\n", " The lamps are these:"),
});

async function sectionsAfter(...messages: readonly (readonly Message[])[]) {
  const items = itemsOf(...messages, exchange("What is a row?", "A line of the table."));
  return parseSections(await summaryText({ items, maxTokens: 2_000 }));
}

test("a request that was acknowledged, explained or planned is not done", async () => {
  await fc.assert(
    fc.asyncProperty(noun, NO_WORK, async (name, { answer, runs }) => {
      const { done } = await sectionsAfter(exchange(`Build a new ${name}.`, answer, ...runs));
      expect(done).toEqual([]);
    }),
    cases(60),
  );
});

test("a request is joined with the sentence that says how its work ended, or with none", async () => {
  await fc.assert(
    fc.asyncProperty(noun, WORK, async (name, { end, heading, opening }) => {
      const asked = `Build a new ${name}.`;
      const outcome = `Added the ${name} to the plan.`;
      const answer = `${heading}${opening}${outcome}${end}`;
      const { done, inProgress } = await sectionsAfter(exchange(asked, answer, edit));
      const lines = [...done, ...inProgress].filter((line) => line.includes(asked));
      expect(lines.every((line) => line === asked || line === `${asked} → ${outcome}`)).toBe(true);
      expect(done.length > 0).toBe(!/:\W*$/u.test(end));
    }),
    cases(60),
  );
});

test("what the user adds before the answer belongs to the request", async () => {
  await fc.assert(
    fc.asyncProperty(noun, noun, async (first, second) => {
      fc.pre(first !== second);
      const { done } = await sectionsAfter([
        userMessage(`Build a new ${first}.`),
        ...look,
        userMessage(`I believe it has a ${second}.`),
        ...edit,
        assistantMessage(`Added the ${first}.`),
      ]);
      expect(done).toEqual([
        `Build a new ${first}. … I believe it has a ${second}. → Added the ${first}.`,
      ]);
    }),
    cases(20),
  );
});

test.each([400, 2_000])(
  "a short reply that is open is shown with what it answers, and never with later words: %i tokens",
  async (maxTokens) => {
    await fc.assert(
      fc.asyncProperty(noun, fc.boolean(), async (name, isSplit) => {
        const said = exchange("Look at it.", `It hums. Shall I mend the ${name}?`);
        const open = [
          userMessage("yes"),
          ...run("read", { path: "src/b.ts" }, LONG, { text: "Now the tests." }),
        ];
        const given = isSplit
          ? {
              items: itemsOf(said),
              turnPrefix: itemsOf(open).map((item) => ({ ...item, id: `p${item.id}` })),
            }
          : { items: itemsOf(said, open) };
        const verbatimIds = [...given.items, ...(given.turnPrefix ?? [])]
          .filter(({ message }) => message.role === "user")
          .map(({ id }) => id);
        const text = await summaryText({ ...given, verbatimIds, maxTokens });
        expect(text).toMatch(
          new RegExp(`user: yes \\(to assistant: Shall I mend the ${name}\\?\\)$`, "mu"),
        );
      }),
      cases(20),
    );
  },
);
