import type { Message } from "@cutpoint/core";
import { toolRuns } from "@cutpoint/core/kit";
import { expect, test } from "vitest";
import { itemsOf, run } from "../../../core/test/digest/conversation.ts";
import { isToDoCall, tasksIn, toDoOf } from "../../src/read/to-do.ts";

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

test("sixty tasks are kept: the open ones, the next first, then those that were done last", () => {
  const many = (count: number, status: string) =>
    Array.from({ length: count }, (_, id) => ({ id: `${status} ${id}`, text: "Mend it", status }));
  const keptOf = (done: number, open: number): readonly string[] =>
    tasksIn([], [...many(open, "pending"), ...many(done, "done")]).map(({ id }) => id);
  expect(keptOf(0, 61).at(-1)).toBe("pending 59");
  expect(keptOf(9, 61)).toEqual(keptOf(0, 60));
  expect(keptOf(9, 58)[0]).toBe("done 7");
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

test("a task that an earlier summary shows as done is not listed as done again", () => {
  const before = [{ id: "1", text: "Mend it", status: "completed" }];
  expect(toDoOf([], before, "- [x] Mend it").done).toEqual([]);
  expect(toDoOf([], before).done).toEqual(["Mend it"]);
  const update = run("TaskUpdate", { taskId: "2", status: "completed" }, "Updated task #2");
  const tasks = [...before, { id: "2", text: "Paint it", status: "pending" }];
  expect(toDoOf(runsOf(update), tasks, "1. Mend it\n2. Paint it").done).toEqual(["Paint it"]);
});

test("tasks that are done come first in the order in which they ended, then the others", () => {
  const tasks = ["1", "2", "3", "4"].map((id) => ({ id, text: `Part ${id}`, status: "pending" }));
  const ended = ["3", "1", "3"].map((taskId, place) =>
    run("TaskUpdate", { taskId, status: "completed" }, `Updated task #${taskId}`, {
      callId: `${place}`,
    }),
  );
  expect(tasksIn(runsOf(...ended), tasks).map(({ id }) => id)).toEqual(["3", "1", "2", "4"]);
});

test("a call of a to-do list is known by its result or its list", () => {
  const is = (values: object, result: string) =>
    isToDoCall(runsOf(run("t", values, result))[0] as never);
  const plan = { plan: [{ step: "Mend it", status: "done" }] };
  expect([
    is({}, "Updated task #1"),
    is({ subject: "x" }, "Task #1 created"),
    is(plan, "ok"),
  ]).toEqual([true, true, true]);
  const orders = (status: string) => ({ items: [{ title: "Pump", status }] });
  expect([is(orders("cancelled"), "ok"), is(orders("shipped"), "ok")]).toEqual([true, false]);
  expect([is({}, "Updated it"), is({}, "Task #1 is red"), is({ subject: "x" }, "Sent.")]).toEqual([
    false,
    false,
    false,
  ]);
});
