import { type Item, toolCalls } from "@cutpoint/core";
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
  for (const item of items.toReversed()) {
    for (const call of toolCalls(item.message).toReversed()) {
      if (!call.arguments.includes('"status"')) continue;
      const values = argumentsOf(call.arguments);
      for (const name of ["todos", "plan", "items", "tasks", "steps"]) {
        const steps = stepsIn(values[name]);
        if (steps.length > 0) return byStatus(steps);
      }
    }
  }
  return null;
}

function argumentsOf(text: string): Readonly<Record<string, unknown>> {
  try {
    return (JSON.parse(text) ?? {}) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
}

type Step = { readonly text: string; readonly status: string };

function stepsIn(value: unknown): readonly Step[] {
  if (!Array.isArray(value)) return [];
  return (value as readonly unknown[]).flatMap((each) => {
    if (typeof each !== "object" || each === null) return [];
    const fields = each as Readonly<Record<string, unknown>>;
    const text = ["content", "step", "text", "title", "subject", "description"]
      .map((name) => fields[name])
      .find((field) => typeof field === "string");
    const status = fields["status"];
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
