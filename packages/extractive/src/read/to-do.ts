import { textOf } from "@cutpoint/core";
import { isRecord, type ToolRun } from "@cutpoint/core/kit";
import { plainLine } from "./sentences.ts";

/** Steps of a to-do list or plan. */
export type ToDo = {
  readonly done: readonly string[];
  readonly inProgress: readonly string[];
  readonly pending: readonly string[];
};

/**
 * Finds the to-do list of the newest call that has one: a list of objects with a `status` and a text in an argument that
 * is named `todos`, `plan`, `items`, `tasks` or `steps`. Or else joins the calls that create and update single tasks.
 */
export function toDoOf(runs: readonly ToolRun[]): ToDo {
  const succeeded = runs.filter((run) => !run.failed);
  for (const run of succeeded.toReversed()) {
    if (!run.call.arguments.includes('"status"')) continue;
    for (const name of ["todos", "plan", "items", "tasks", "steps"]) {
      const steps = stepsIn(run.values[name]);
      if (steps.length > 0) return byStatus(steps);
    }
  }
  return byStatus(tasksIn(succeeded));
}

/** Returns tasks that calls created, with their newest status. The result of the first call has the number: `Task #1`. */
function tasksIn(runs: readonly ToolRun[]): readonly Step[] {
  const tasks = new Map<string, Step>();
  for (const { result, values } of runs) {
    const { status, taskId, subject } = values;
    const id = typeof taskId === "string" || typeof taskId === "number" ? String(taskId) : null;
    const known = tasks.get(id ?? "");
    if (id !== null && known !== undefined && typeof status === "string")
      tasks.set(id, { ...known, status });
    const [, number] = result === null || id !== null ? [] : (TASK.exec(textOf(result)) ?? []);
    if (number !== undefined && typeof subject === "string")
      tasks.set(number, { text: plainLine(subject), status: "pending" });
  }
  return [...tasks.values()];
}

/** Whether a call only changed a task that an earlier call created. */
export function isTaskUpdate({ result }: ToolRun): boolean {
  return result !== null && UPDATED.test(textOf(result));
}

/** Results of Claude Code. */
const TASK = /^Task #(\d{1,6}) /u;
const UPDATED = /^Updated task #\d/u;

type Step = { readonly text: string; readonly status: string };

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
    done: of(/^(?:done|completed?|finished)$/iu),
    inProgress: of(/^(?:in[_ -]?progress|active|doing|started)$/iu),
    pending: of(/^(?:pending|to[_ -]?do|open|not[_ -]?started)$/iu),
  };
}
