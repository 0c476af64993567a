import { pathArgument } from "../digest/tool-kinds.ts";
import { hasFailed, type ToolRun } from "../digest/tool-runs.ts";
import { textOf, type ToolMessage } from "../model/message.ts";

/** Arguments by which read tools name a part of a file. */
const RANGE_ARGUMENTS = [
  "offset",
  "limit",
  "start",
  "end",
  "startline",
  "endline",
  "lines",
  "range",
  "viewrange",
  "from",
  "to",
  "line",
];

/** A read that went well. */
export type Read = {
  /** The tool and what it read. */
  readonly key: string;
  /** Which part of it; empty for the whole. */
  readonly range: string;
  readonly path: string;
  readonly result: ToolMessage;
};

export function readOf(run: ToolRun): Read | null {
  const path = run.kind === "read" ? pathArgument(run.values) : undefined;
  if (path === undefined || run.result === null || hasFailed(run)) return null;
  return { key: `${run.call.name}\0${path}`, range: rangeOf(run), path, result: run.result };
}

function rangeOf({ values }: ToolRun): string {
  const parts = Object.entries(values)
    .filter(([name]) => RANGE_ARGUMENTS.includes(name.toLowerCase().replaceAll(/[^a-z]/gu, "")))
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return parts.toSorted().join("&");
}

const POINTER = "[Unchanged since it was read above";

/** What is shown in the place of a read whose content is visible already. */
export function pointerTo(path: string): string {
  return `${POINTER}: ${path}. Not shown again; read it once more where it is no longer to be seen.]`.toWellFormed();
}

/** Whether a result says that its content stands above. */
export function isPointer(result: ToolMessage): boolean {
  return textOf(result).startsWith(POINTER);
}
