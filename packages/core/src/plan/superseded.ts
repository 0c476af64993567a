import type { ToolKinds } from "../digest/tool-kinds.ts";
import { toolRuns } from "../digest/tool-runs.ts";
import type { Item } from "../model/item.ts";
import { isPointer, readOf } from "./read-run.ts";

/**
 * The items whose reads a later read of the same path has superseded: a complete read supersedes every earlier one, a
 * read of a range the earlier ones of the same range. A read that failed, or whose result points at an earlier one, supersedes nothing and is never superseded.
 */
export function supersededReads(items: readonly Item[], kinds?: ToolKinds): ReadonlySet<string> {
  const itemOf = new Map(items.map((item) => [item.message, item]));
  const complete = new Set<string>();
  const ranges = new Set<string>();
  const superseded = new Set<string>();
  for (const run of toolRuns(items, kinds).toReversed()) {
    const read = readOf(run);
    const item = run.result === null ? undefined : itemOf.get(run.result);
    if (read === null || item === undefined || isPointer(read.result)) continue;
    const { key, range } = read;
    if (complete.has(key) || ranges.has(`${key}\0${range}`)) superseded.add(item.id);
    else if (range === "") complete.add(key);
    else ranges.add(`${key}\0${range}`);
  }
  return superseded;
}
