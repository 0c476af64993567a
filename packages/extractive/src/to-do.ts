import type { Item } from "@cutpoint/core";
import { isRecord, toolRuns } from "@cutpoint/core/kit";
import { plainLine } from "./sentences.ts";

/** Steps of a to-do list or plan. */
export type ToDo = {
  readonly done: readonly string[];
  readonly inProgress: readonly string[];
  readonly pending: readonly string[];
};

/**
 * Finds the newest to-do list in the arguments of tool calls. It is a list of objects with a `status` and a text, in an
 * argument that is named `todos`, `plan`, `items`, `tasks` or `steps`.
 */
export function toDoOf(items: readonly Item[]): ToDo | null {
  for (const run of toolRuns(items).toReversed()) {
    if (!run.call.arguments.includes('"status"')) continue;
    for (const name of ["todos", "plan", "items", "tasks", "steps"]) {
      const steps = stepsIn(run.values[name]);
      if (steps.length > 0) return byStatus(steps);
    }
  }
  return null;
}

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
