import { textOf } from "@cutpoint/core";
import { isRecord, type ToolRun } from "@cutpoint/core/kit";
import { plainLine, shortLine } from "./sentences.ts";

/** Steps of a to-do list or plan, the next one first, and the last finished one last. */
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
 * @param earlier tasks of earlier compactions
 * @param shown earlier summaries, which list those that were done
 */
export function toDoOf(runs: readonly ToolRun[], earlier: readonly Task[] = [], shown = ""): ToDo {
  const listed = runs.findLast((run) => !run.failed && listIn(run).length > 0);
  const { done, ...rest } = byStatus(
    listed === undefined ? tasksIn(runs, earlier) : listIn(listed),
  );
  const before = new Set(byStatus(earlier).done.filter((text) => shown.includes(text)));
  return { ...rest, done: done.filter((text) => !before.has(text)) };
}

function listIn({ call, values }: ToolRun): readonly Step[] {
  if (!call.arguments.includes('"status"')) return [];
  const lists = ["todos", "plan", "items", "tasks", "steps"].map((name) => stepsIn(values[name]));
  return lists.find((steps) => steps.length > 0) ?? [];
}

/**
 * Returns the tasks that calls created, with the newest status that a call sets or a list of tasks in a result has. Those
 * that are done come first, the last one done last, then the open ones, the next one first.
 */
export function tasksIn(runs: readonly ToolRun[], earlier: readonly Task[]): readonly Task[] {
  const tasks = new Map(earlier.map((task) => [task.id, task]));
  const setStatus = (id: string, status: string): void => {
    const task = tasks.get(id);
    if (task === undefined || task.status === status) return;
    if (isDone({ ...task, status })) tasks.delete(id);
    tasks.set(id, { ...task, status });
  };
  for (const run of runs) {
    const text = resultOf(run);
    if (run.failed || (!text.includes("#") && !run.call.arguments.includes("taskId"))) continue;
    if (run.kind === "other")
      for (const [, id = "", status = ""] of text.matchAll(LISTED)) setStatus(id, status);
    const { status, taskId } = run.values;
    const isTask = typeof taskId === "string" || typeof taskId === "number";
    if (isTask && typeof status === "string") setStatus(String(taskId), status);
    const created = createdIn(run);
    if (created !== null) tasks.set(created.id, created);
  }
  const all = [...tasks.values()];
  const open = all.filter((task) => !isDone(task)).slice(0, MOST_TASKS);
  return [...all.filter(isDone), ...open].slice(-MOST_TASKS);
}

/** Whether a call keeps a to-do list, which the sections show as it is now. Lists of other things have other statuses. */
export function isToDoCall(run: ToolRun): boolean {
  const steps = listIn(run);
  const isList =
    steps.length > 0 && steps.every(({ status }) => STATUSES.some((of) => of.test(status)));
  return isList || createdIn(run) !== null || UPDATED.test(resultOf(run));
}

/** Returns the task that a call created, or `null`. */
function createdIn(run: ToolRun): Task | null {
  const id = TASK.exec(resultOf(run))?.[1];
  const { subject, taskId } = run.values;
  if (id === undefined || taskId !== undefined || typeof subject !== "string") return null;
  return { id, text: shortLine(plainLine(subject), MOST_TASK_CHARACTERS), status: "pending" };
}

function resultOf({ result }: ToolRun): string {
  return result === null ? "" : textOf(result);
}

/** Results of Claude Code: of a created task, of a list of tasks and of a changed one. */
const TASK = /^Task #(\d{1,6}) /u;
const LISTED = /^#(\d{1,6}) \[(\w{1,20})\] /gmu;
const UPDATED = /^Updated task #\d/u;

function isDone({ status }: Step): boolean {
  return DONE.test(status);
}

const DONE = /^(?:done|completed?|finished)$/iu;
const ACTIVE = /^(?:in[_ -]?progress|active|doing|started)$/iu;
const PENDING = /^(?:pending|to[_ -]?do|open|not[_ -]?started)$/iu;
const STATUSES = [DONE, ACTIVE, PENDING, /^(?:deleted|cancell?ed|skipped)$/iu];

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
    done: of(DONE),
    inProgress: of(ACTIVE),
    pending: of(PENDING),
  };
}
