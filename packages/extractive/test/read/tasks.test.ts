import type { Message } from "@cutpoint/core";
import { toolRuns } from "@cutpoint/core/kit";
import { expect, test } from "vitest";
import { itemsOf, run } from "../../../core/test/digest/conversation.ts";
import { isTaskUpdate, tasksIn, toDoOf } from "../../src/read/to-do.ts";

const runsOf = (...messages: readonly (readonly Message[])[]) => toolRuns(itemsOf(...messages));
const created = (id: string, subject: unknown) =>
  run("TaskCreate", { subject }, `Task #${id} created`, { callId: id });
const earlier = [{ id: "1", text: "Mend it", status: "pending" }];

test("a call with a subject and a number in its result creates a task", () => {
  expect(tasksIn(runsOf(created("2", "- Write\tit")), earlier)).toEqual([
    ...earlier,
    { id: "2", text: "Write it", status: "pending" },
  ]);
  const mail = run("send_mail", { subject: "Write it" }, "Sent.");
  expect(tasksIn(runsOf(mail, created("3", 7)), earlier)).toEqual(earlier);
});

test("the status of a known task is set by a call that did not fail, or by a list", () => {
  const statusAfter = (...messages: readonly (readonly Message[])[]): readonly string[] =>
    tasksIn(runsOf(...messages), earlier).map(({ id, status }) => `${id} ${status}`);
  const update = (taskId: unknown, failed = false) =>
    run("TaskUpdate", { taskId, status: "completed" }, "Updated task #1", { failed });
  expect(statusAfter(update("1"))).toEqual(["1 completed"]);
  expect(statusAfter(update(1))).toEqual(["1 completed"]);
  expect(statusAfter(update("1", true))).toEqual(["1 pending"]);
  expect(statusAfter(update("9"))).toEqual(["1 pending"]);
  expect(statusAfter(run("TaskUpdate", { taskId: "1" }, "Updated task #1"))).toEqual(["1 pending"]);
  expect(statusAfter(run("TaskList", {}, "#1 [completed] Mend it"))).toEqual(["1 completed"]);
  expect(statusAfter(run("bash", { command: "cat" }, "#1 [completed] x"))).toEqual(["1 pending"]);
});

test("the newest sixty tasks are kept", () => {
  const many = Array.from({ length: 61 }, (_, id) => ({ ...earlier[0], id: `${id}` }));
  expect(tasksIn([], many as typeof earlier).map(({ id }) => id)).toEqual(
    many.slice(1).map(({ id }) => id),
  );
});

test("the newest list of steps counts, in any of its known forms", () => {
  const list = (name: string, field: string, text: string, failed = false) =>
    run("plan", { [name]: [{ [field]: text, status: "pending" }, "x", { status: "done" }] }, "ok", {
      failed,
    });
  for (const name of ["todos", "plan", "items", "tasks", "steps"])
    for (const field of ["content", "step", "text", "title", "subject", "description"])
      expect(toDoOf(runsOf(list(name, field, "Mend it"))).pending).toEqual(["Mend it"]);
  const two = [list("plan", "step", "Mend it"), list("plan", "step", "Paint it")] as const;
  expect(toDoOf(runsOf(...two)).pending).toEqual(["Paint it"]);
  expect(toDoOf(runsOf(...two, list("plan", "step", "Sell it", true))).pending).toEqual([
    "Paint it",
  ]);
  expect(toDoOf(runsOf(run("plan", { plan: [{ step: "Mend it" }] }, "ok")), earlier)).toEqual({
    listed: ["Mend it"],
    pending: ["Mend it"],
    inProgress: [],
    done: [],
  });
});

test.each([
  ["done", ["done", "completed", "Finished"]],
  ["inProgress", ["in_progress", "in progress", "active", "doing"]],
  ["pending", ["pending", "todo", "to-do", "open", "not_started"]],
  ["listed", ["deleted", "unfinished"]],
] as const)("steps are %s if their status is one of %j", (name, statuses) => {
  for (const status of statuses) {
    const toDo = toDoOf(runsOf(run("plan", { plan: [{ step: "Mend it", status }] }, "ok")));
    expect(toDo[name]).toEqual(["Mend it"]);
    expect(Object.values(toDo).flat()).toHaveLength(name === "listed" ? 1 : 2);
  }
});

test("a task that was done before is not listed as done again", () => {
  const before = [{ id: "1", text: "Mend it", status: "completed" }];
  expect(toDoOf([], before).done).toEqual([]);
  const update = run("TaskUpdate", { taskId: "2", status: "completed" }, "Updated task #2");
  const tasks = [...before, { id: "2", text: "Paint it", status: "pending" }];
  expect(toDoOf(runsOf(update), tasks).done).toEqual(["Paint it"]);
});

test("an update of a task is known by its result", () => {
  const isUpdate = (result: string) => isTaskUpdate(runsOf(run("t", {}, result))[0] as never);
  expect([isUpdate("Updated task #1"), isUpdate("Updated it")]).toEqual([true, false]);
});
