import { type Message, type Summary, type SummaryRequest, userMessage } from "@cutpoint/core";
import { emptyState } from "@cutpoint/core/kit";
import { expect, test } from "vitest";
import { itemsOf, run } from "../../../core/test/digest/conversation.ts";
import { parseSections } from "../../src/sections/sections.ts";
import { summaryRequest } from "../../../../tooling/laws/src/generate/summary-request.ts";
import { createExtractiveSummarizer } from "../../src/summarize.ts";
import { summaryText } from "../support/summary-text.ts";

const filler = (lines: number): string =>
  Array.from({ length: lines }, (_, index) => `const value_${index} = compute(${index});`).join(
    "\n",
  );

test("the statuses of a to-do list decide the section of its steps", async () => {
  const todos = [
    { content: "Write the schema", status: "completed" },
    { content: "Write the store", status: "in_progress" },
    { content: "Write the docs", status: "pending" },
    null,
  ];
  const items = itemsOf(userMessage("Build it."), run("TodoWrite", { todos }, filler(30)));
  const sections = parseSections(await summaryText({ items, maxTokens: 2_000 }));
  expect(sections.done).toContain("Write the schema");
  expect(sections.inProgress).toContain("Write the store");
  expect(sections.nextSteps).toContain("Write the docs");
});

function created(taskId: string, subject: string): readonly Message[] {
  return run("TaskCreate", { subject }, `Task #${taskId} created successfully: ${subject}`, {
    callId: `create-${taskId}`,
  });
}

function updated(taskId: string, status: string): readonly Message[] {
  return run("TaskUpdate", { taskId, status }, `Updated task #${taskId} status`, {
    callId: `${status}-${taskId}`,
  });
}

test("calls that create and update tasks are a to-do list, and their updates are not quoted", async () => {
  const text = await summaryText({
    items: itemsOf(
      userMessage("Build it."),
      created("1", "Write the schema"),
      created("2", "Write the store"),
      created("3", "Write the docs"),
      created("4", "Write a poem"),
      updated("1", "in_progress"),
      updated("1", "completed"),
      updated("2", "in_progress"),
      updated("4", "deleted"),
      run("read", { path: "a.ts" }, filler(30)),
    ),
    maxTokens: 2_000,
  });
  const { done, inProgress, nextSteps } = parseSections(text);
  expect([done, inProgress.slice(0, 1), nextSteps]).toEqual([
    ["Write the schema"],
    ["Write the store"],
    ["Write the docs"],
  ]);
  expect(text).not.toMatch(/TaskUpdate \d/u);
});

test("a split turn shows which of its tasks are done", async () => {
  const turnPrefix = itemsOf(
    userMessage("Build it."),
    run("TaskCreate", { subject: "Write the schema" }, "Task #1 created", { callId: "a" }),
    run("TaskCreate", { subject: "Write the store" }, "Task #2 created", { callId: "b" }),
    run("TaskUpdate", { taskId: "1", status: "completed" }, "Updated task #1", { callId: "c" }),
    run("TaskUpdate", { taskId: "2", status: "in_progress" }, "Updated task #1", { callId: "d" }),
    run("read", { path: "a.ts" }, filler(400)),
  );
  const text = await summaryText({ items: [], turnPrefix, maxTokens: 2_000 });
  expect(text).toContain("- [ ] Write the store\n");
  const { done, inProgress } = parseSections(text);
  expect(done).toEqual(["Write the schema"]);
  expect(inProgress).toEqual(["Write the store", "user: Build it."]);
});

test.each(["append", "merge"])(
  "a later summary reports what became of the tasks of an earlier one: %s",
  async (way) => {
    const summarize = (given: Partial<SummaryRequest>): Promise<Summary> =>
      createExtractiveSummarizer().summarize(
        summaryRequest({ maxTokens: 2_000, ...given }),
        new AbortController().signal,
      );
    const filling = run("read", { path: "a.ts" }, filler(30));
    const first = await summarize({
      items: itemsOf(
        userMessage("Build it."),
        created("1", "Write the schema"),
        created("2", "Write the store"),
        created("3", "Write a poem"),
        created("4", "Write the docs"),
        updated("1", "in_progress"),
        filling,
      ),
    });
    expect(parseSections(first.text).inProgress).toContain("Write the schema");
    const { text } = await summarize({
      items: itemsOf(
        updated("1", "completed"),
        updated("2", "in_progress"),
        updated("3", "deleted"),
        run("TaskList", {}, "#2 [in_progress] Write the store\n#4 [completed] Write the docs"),
        filling,
      ),
      previousState: { ...emptyState(), memory: first.memory ?? null },
      ...(way === "append"
        ? { earlierSummaries: [first.text] }
        : { previousSummary: first.text, earlierSummaries: [] }),
    });
    const { done, inProgress, nextSteps } = parseSections(text);
    expect(done).toEqual(expect.arrayContaining(["Write the schema", "Write the docs"]));
    expect(inProgress).toContain("Write the store");
    expect(inProgress).not.toContain("Write the schema");
    expect(nextSteps).toEqual([]);
  },
);
