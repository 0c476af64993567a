import { type Message, userMessage } from "@cutpoint/core";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { cases } from "../../../../tooling/laws/src/cases.ts";
import { itemsOf, run } from "../../../core/test/digest/conversation.ts";
import { parseSections } from "../../src/sections/sections.ts";
import { summaryText } from "../support/summary-text.ts";

const STATUSES = ["completed", "in_progress", "pending"] as const;
type Status = (typeof STATUSES)[number];

const nameOf = (place: number): string => `Write part ${place + 100} of the handbook`;

/** Calls that keep a list, in the forms of several hosts. The steps are finished in their order. */
const FORMS: Readonly<Record<string, (statuses: readonly Status[]) => readonly Message[]>> = {
  TodoWrite: (statuses) =>
    [statuses.map(() => "pending"), statuses].flatMap((all, place) => {
      const todos = all.map((status, step) => ({ content: nameOf(step), status }));
      return run("TodoWrite", { todos }, "Todos have been modified.", { callId: `t${place}` });
    }),
  update_plan: (statuses) => {
    const plan = statuses.map((status, step) => ({ step: nameOf(step), status }));
    return run("update_plan", { plan }, "Plan updated");
  },
  TaskCreate: (statuses) => [
    ...statuses.flatMap((_, step) =>
      run("TaskCreate", { subject: nameOf(step) }, `Task #${step} created: ${nameOf(step)}`, {
        callId: `c${step}`,
      }),
    ),
    ...statuses.flatMap((status, step) =>
      run("TaskUpdate", { taskId: `${step}`, status }, `Updated task #${step} status`, {
        callId: `u${step}`,
      }),
    ),
  ],
};

const rows = (count: number): string =>
  Array.from({ length: count }, (_, row) => `const gate_${row} = openGate(${row});`).join("\n");

const lists = fc.array(fc.constantFrom(...STATUSES), { minLength: 1, maxLength: 40 });
const stepsWith = (statuses: readonly Status[], ...which: readonly Status[]): readonly string[] =>
  which.flatMap((status) =>
    statuses.flatMap((each, step) => (each === status ? [nameOf(step)] : [])),
  );

async function written(form: string, statuses: readonly Status[], maxTokens: number) {
  const text = await summaryText({
    items: itemsOf(
      userMessage("Write the handbook."),
      FORMS[form]?.(statuses) ?? [],
      run("read", { path: "src/gates.ts" }, rows(900)),
    ),
    maxTokens,
  });
  const { done, inProgress, nextSteps } = parseSections(text);
  const steps = inProgress.filter((entry) => !entry.startsWith("user: "));
  const timesOf = statuses.map((_, step) => text.split(nameOf(step)).length - 1);
  return { text, done, steps, nextSteps, most: Math.max(...timesOf) };
}

test.each(Object.keys(FORMS))(
  "each step has one place, the next and the last ones are shown, and the rest is counted: %s",
  async (form) => {
    await fc.assert(
      fc.asyncProperty(lists, fc.integer({ min: 1_024, max: 4_000 }), async (statuses, tokens) => {
        const { done, most, nextSteps, steps, text } = await written(form, statuses, tokens);
        const [completed, active, pending] = STATUSES.map((status) => stepsWith(statuses, status));
        const leftOut = (when: string): number =>
          Number(new RegExp(`^- \\(left out: (\\d+) ${when}\\)$`, "mu").exec(text)?.[1] ?? 0);
        expect(text).not.toContain(`- ${form}`);
        expect(most).toBeLessThanOrEqual(1);
        expect(nextSteps).toEqual(pending?.slice(0, nextSteps.length));
        expect(nextSteps.length + leftOut("later")).toBe(pending?.length);
        expect(done).toEqual(completed?.slice(leftOut("earlier")));
        expect(steps).toEqual(active?.slice(active.length - steps.length));
      }),
      cases(40),
    );
  },
);

test.each(Object.keys(FORMS))("without sections, the next steps are listed: %s", async (form) => {
  await fc.assert(
    fc.asyncProperty(lists, fc.integer({ min: 600, max: 1_023 }), async (statuses, tokens) => {
      const { most, steps } = await written(form, statuses, tokens);
      const open = stepsWith(statuses, "in_progress", "pending");
      expect(most).toBeLessThanOrEqual(1);
      expect(steps).toEqual(open.slice(0, Math.max(steps.length, Math.min(open.length, 3))));
    }),
    cases(20),
  );
});
