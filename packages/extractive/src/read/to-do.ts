import { textOf } from "@cutpoint/core";
import { isRecord, type ToolRun } from "@cutpoint/core/kit";
import { plainLine, shortLine } from "./sentences.ts";

/** Steps of a to-do list or plan. */
export type ToDo = {
  readonly done: readonly string[];
  readonly inProgress: readonly string[];
  readonly pending: readonly string[];
  /** The texts of all steps, also of those that are deleted or were done before. */
  readonly listed: readonly string[];
};

/** A task that a call created, by its number, with its newest status. */
export type Task = { readonly id: string; readonly text: string; readonly status: string };

const MOST_TASKS = 60;
const MOST_TASK_CHARACTERS = 200;

/**
 * Finds the to-do list of the newest call that has one: a list of objects with a `status` and a text in an argument that
 * is named `todos`, `plan`, `items`, `tasks` or `steps`. Or else joins the calls that create and update single tasks.
 *
 * @param earlier tasks of earlier compactions. They are listed if they are open or have changed.
 */
export function toDoOf(runs: readonly ToolRun[], earlier: readonly Task[] = []): ToDo {
  for (const run of runs.toReversed()) {
    if (!run.call.arguments.includes('"status"') || run.failed) continue;
    for (const name of ["todos", "plan", "items", "tasks", "steps"]) {
      const steps = stepsIn(run.values[name]);
      if (steps.length > 0) return byStatus(steps);
    }
  }
  const tasks = tasksIn(runs, earlier);
  const { done, ...rest } = byStatus(tasks);
  const before = new Set(byStatus(earlier).done);
  return { ...rest, done: done.filter((text) => !before.has(text)) };
}

/** Returns the tasks that calls created, with the newest status that a call sets or a list of tasks in a result has. */
export function tasksIn(runs: readonly ToolRun[], earlier: readonly Task[]): readonly Task[] {
  const tasks = new Map(earlier.map((task) => [task.id, task]));
  const setStatus = (id: string, status: string): void => {
    const task = tasks.get(id);
    if (task !== undefined) tasks.set(id, { ...task, status });
  };
  for (const run of runs) {
    const text = run.result === null ? "" : textOf(run.result);
    if (!text.includes("#") && !run.call.arguments.includes("taskId")) continue;
    const { failed, kind, values } = run;
    if (failed) continue;
    if (kind === "other")
      for (const [, id = "", status = ""] of text.matchAll(LISTED)) setStatus(id, status);
    const { status, taskId, subject } = values;
    const [, id] = TASK.exec(text) ?? [];
    if (typeof taskId === "string" || typeof taskId === "number") {
      if (typeof status === "string") setStatus(String(taskId), status);
    } else if (id !== undefined && typeof subject === "string") {
      const name = shortLine(plainLine(subject), MOST_TASK_CHARACTERS);
      tasks.set(id, { id, text: name, status: "pending" });
    }
  }
  return [...tasks.values()].slice(-MOST_TASKS);
}

/** Whether a call only changed a task that an earlier call created. */
export function isTaskUpdate({ result }: ToolRun): boolean {
  return result !== null && UPDATED.test(textOf(result));
}

/** Results of Claude Code: of a created task, of a list of tasks and of a changed one. */
const TASK = /^Task #(\d{1,6}) /u;
const LISTED = /^#(\d{1,6}) \[(\w{1,20})\] /gmu;
const UPDATED = /^Updated task #\d/u;

type Step = Omit<Task, "id">;

function stepsIn(value: unknown): readonly Step[] {
  if (!Array.isArray(value)) return [];
  return (value as readonly unknown[]).flatMap((each) => {
    if (!isRecord(each)) return [];
    const text = ["content", "step", "text", "title", "subject", "description"]
      .map((name) => each[name])
      .find((field) => typeof field === "string");
    const { status } = each;
    return typeof text === "string" && typeof status === "string"
      ? [{ text: plainLine(text), status }]
      : [];
  });
}

function byStatus(steps: readonly Step[]): ToDo {
  const of = (form: RegExp): readonly string[] =>
    steps.filter(({ status }) => form.test(status)).map(({ text }) => text);
  return {
    listed: steps.map(({ text }) => text),
    done: of(/^(?:done|completed?|finished)$/iu),
    inProgress: of(/^(?:in[_ -]?progress|active|doing|started)$/iu),
    pending: of(/^(?:pending|to[_ -]?do|open|not[_ -]?started)$/iu),
  };
}
