import type { ToolKinds } from "../digest/tool-kinds.ts";
import { type ToolRun, toolRuns } from "../digest/tool-runs.ts";
import type { Item } from "../message/item.ts";
import type { Message } from "../message/message.ts";

/** The arguments with which read tools select a part of a file. */
const RANGE_ARGUMENTS =
  "offset limit start end startline endline lines range viewrange from to line".split(" ");

/** Returns the selected part of the file; empty for the whole file. */
function rangeOf({ values }: ToolRun): string {
  const parts = Object.entries(values)
    .filter(([name]) => RANGE_ARGUMENTS.includes(name.toLowerCase().replaceAll(/[^a-z]/gu, "")))
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return parts.toSorted().join("&");
}

/**
 * Returns the ids of reads that a later read replaced: a complete read replaces all earlier reads of the file, a read of a
 * range those of the same range. Failed reads are ignored.
 */
export function supersededReads(items: readonly Item[], kinds?: ToolKinds): ReadonlySet<string> {
  const itemOf = new Map<Message, Item>(items.map((item) => [item.message, item]));
  const complete = new Set<string>();
  const ranges = new Set<string>();
  const superseded = new Set<string>();
  for (const run of toolRuns(items, kinds).toReversed()) {
    const { call, failed, kind, path, result } = run;
    const item = result === null ? undefined : itemOf.get(result);
    if (kind !== "read" || path === undefined || failed || item === undefined) continue;
    const key = `${call.name}\0${path}`;
    const range = rangeOf(run);
    if (complete.has(key) || ranges.has(`${key}\0${range}`)) superseded.add(item.id);
    else if (range === "") complete.add(key);
    else ranges.add(`${key}\0${range}`);
  }
  return superseded;
}
