import { pathArgument, type ToolKinds } from "../digest/tool-kinds.ts";
import { hasFailed, type ToolRun, toolRuns } from "../digest/tool-runs.ts";
import type { Item } from "../model/item.ts";

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

/**
 * The items whose reads a later read of the same path has superseded: a complete read supersedes every earlier one, a
 * read of a range the earlier ones of the same range. A read that failed supersedes nothing, and is never superseded.
 */
export function supersededReads(items: readonly Item[], kinds?: ToolKinds): ReadonlySet<string> {
  const itemOf = new Map(items.map((item) => [item.message, item]));
  const complete = new Set<string>();
  const ranges = new Set<string>();
  const superseded = new Set<string>();
  for (const run of toolRuns(items, kinds).toReversed()) {
    const path = run.kind === "read" ? pathArgument(run.values) : undefined;
    const item = run.result === null ? undefined : itemOf.get(run.result);
    if (path === undefined || item === undefined || hasFailed(run)) continue;
    const range = rangeOf(run);
    const key = `${run.call.name}\0${path}`;
    if (complete.has(key) || ranges.has(`${key}\0${range}`)) superseded.add(item.id);
    else if (range === "") complete.add(key);
    else ranges.add(`${key}\0${range}`);
  }
  return superseded;
}

function rangeOf({ values }: ToolRun): string {
  const parts = Object.entries(values)
    .filter(([name]) => RANGE_ARGUMENTS.includes(name.toLowerCase().replaceAll(/[^a-z]/gu, "")))
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return parts.toSorted().join("&");
}
