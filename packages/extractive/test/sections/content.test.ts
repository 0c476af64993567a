import { assistantMessage, type Item, type Message, userMessage } from "@cutpoint/core";
import { runAtOnce, toolRuns } from "@cutpoint/core/kit";
import { toDoOf } from "../../src/read/to-do.ts";
import { expect, test } from "vitest";
import { exchange, itemsOf, run } from "../../../core/test/digest/conversation.ts";
import { collectContent, type ContentInput } from "../../src/sections/summary-content.ts";
import { emptySections, type SummarySections } from "../../src/sections/sections.ts";

function contentOf(
  messages: readonly (Message | readonly Message[])[],
  given: Partial<Omit<ContentInput, "previous">> & { previous?: Partial<SummarySections> } = {},
): SummarySections {
  const items: readonly Item[] = itemsOf(...messages);
  return runAtOnce(
    collectContent({
      items,
      hiddenItems: items,
      next: [],
      openBefore: [],
      toDo: toDoOf(toolRuns(items)),
      ...given,
      previous: { ...emptySections(), ...given.previous },
    }),
  );
}

const edit = run("edit", { path: "src/a.ts" }, "Edited.");
const polished = exchange("Polish every lamp.", "Polished every lamp.", edit);

test("open work and steps of the earlier summary stay until an exchange finishes or withdraws them", () => {
  const previous = {
    inProgress: ["Port the northern parser. → Two tests fail."],
    nextSteps: ["Write the changelog."],
  };
  const left = (...messages: readonly Message[]) => {
    const { inProgress, nextSteps } = contentOf([polished, messages], { previous });
    return [inProgress.length, nextSteps.length];
  };
  expect(left()).toEqual([1, 1]);
  expect(left(...exchange("Port the northern parser.", "Ported it.", edit))).toEqual([0, 1]);
  expect(left(...exchange("Forget the changelog.", "Gladly."))).toEqual([1, 0]);
  expect(left(...exchange("What does the northern parser read?", "Four files."))).toEqual([1, 1]);
});

test("a request that the earlier summary shows as open is continued, and shown once", () => {
  const previous = { inProgress: ["user: Mend the pump."] };
  const ended = contentOf([edit, assistantMessage("Mended the pump.")], { previous });
  expect(ended.done).toEqual(["Mend the pump. → Mended the pump."]);
  expect(ended.inProgress).toEqual([]);
  const running = contentOf([edit], { previous });
  expect(running.inProgress).toEqual(["user: Mend the pump."]);
  expect(contentOf([], { previous }).inProgress).toEqual(previous.inProgress);
});

test("only the newest request without an answer is open, and never joined with other words", () => {
  const asked = userMessage("Mend the pump.");
  expect(contentOf([asked]).inProgress).toEqual(["user: Mend the pump."]);
  expect(contentOf([asked, assistantMessage("I look."), edit]).inProgress).toEqual([
    "user: Mend the pump.",
  ]);
  expect(contentOf([assistantMessage("I look."), edit]).inProgress).toEqual([]);
  const proposed = exchange("Look.", "It hums. Shall I mend the pump?");
  expect(contentOf([proposed, userMessage("yes"), edit])).toMatchObject({
    inProgress: ["user: yes (to assistant: Shall I mend the pump?)"],
    decisions: [],
  });
});

test("open work is told by its trouble, and answers of later items count", () => {
  const open = exchange("Mend the pump.", "The pump hums. The valve is stuck.", edit);
  expect(contentOf([open]).inProgress).toEqual(["Mend the pump. → The valve is stuck."]);
  const next = itemsOf(exchange("Mend the pump again.", "The pump is fixed.", edit)).map(
    (item) => ({
      ...item,
      id: `next-${item.id}`,
    }),
  );
  const { done, inProgress } = contentOf([open], { next });
  expect([done, inProgress]).toEqual([[], []]);
});

test("the steps of the earlier summary are listed, then those of the to-do list", () => {
  const previous = { nextSteps: Array.from({ length: 8 }, (_, place) => `Write chapter${place}.`) };
  const plan = run("plan", { plan: [{ step: "Paint it", status: "pending" }] }, "ok");
  const { nextSteps } = contentOf([exchange("Go through it.", "The poem is long.", plan)], {
    previous,
  });
  expect(nextSteps).toEqual([...previous.nextSteps, "Paint it"]);
});

test("a step of the earlier summary that the to-do list has is the list's", () => {
  const plan = (status: string) => run("plan", { plan: [{ step: "Paint it", status }] }, "ok");
  const previous = { nextSteps: ["Paint it."] };
  const { done, nextSteps } = contentOf([exchange("Go.", "Fine.", plan("done"))], { previous });
  expect([done.slice(0, 1), nextSteps]).toEqual([["Paint it"], []]);
});

test("work that an earlier summary in the view shows as open is said to be finished, unless a line says so", () => {
  const openBefore = ["Port the northern parser. → Two tests fail.", "Write the changelog."];
  const port = (question: string) => exchange(question, "Ported the northern parser.", edit);
  expect(contentOf([port("Finish the northern parser port.")], { openBefore }).done).toEqual([
    "Finish the northern parser port. → Ported the northern parser.",
    "Port the northern parser. (finished since)",
  ]);
  expect(contentOf([port("Port the northern parser.")], { openBefore }).done).toHaveLength(1);
  expect(contentOf([polished], { openBefore }).done).toHaveLength(1);
  expect(contentOf([exchange("Skip the changelog.", "Gladly.")], { openBefore }).done).toContain(
    "Write the changelog. (finished since)",
  );
  const asked = ["Is the northern parser done?"];
  expect(contentOf([port("Port it all.")], { openBefore: asked }).done).toHaveLength(1);
});

test("finished work of the earlier summary that an exchange takes back is not done", () => {
  const previous = { done: ["Add the cache. → Added it.", "Add the lamp. → Added it."] };
  const doneAfter = (...messages: readonly (readonly Message[])[]): readonly string[] =>
    contentOf(messages, { previous }).done.map((line) => line.split(" →")[0] ?? "");
  const back = (question: string) => exchange(question, "Reverted it.", edit);
  expect(doneAfter(back("Revert the cache around all northern orders."))).not.toContain(
    "Add the cache.",
  );
  expect(doneAfter(back("Revert the cache around all northern orders."))).toContain(
    "Add the lamp.",
  );
  expect(doneAfter(back("Revert the cache."))).toEqual(["Add the lamp.", "Revert the cache."]);
  expect(doneAfter(back("Undo it."))).toEqual(["Add the cache.", "Undo it."]);
  expect(doneAfter(polished, back("Undo it."))).toContain("Add the lamp.");
  const again = exchange("Change the northern cache.", "Changed it.", edit);
  expect(doneAfter(again, back("Revert the cache around all northern orders."))).toContain(
    "Add the cache.",
  );
});
