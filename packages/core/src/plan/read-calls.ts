import type { ToolKinds } from "../digest/tool-kinds.ts";
import { type ToolRun, toolRuns } from "../digest/tool-runs.ts";
import type { History } from "../message/history.ts";
import type { Item } from "../message/item.ts";
import { type Part, textOf, type ToolMessage } from "../message/message.ts";
import { visibleItems } from "../view/boundary.ts";

/** The arguments with which read tools select a part of a file. */
const RANGE_ARGUMENTS =
  "offset limit start end startline endline lines range viewrange from to line".split(" ");

/** A successful read. */
type Read = {
  /** Tool and path. */
  readonly key: string;
  /** The selected part of the file; empty for the whole file. */
  readonly range: string;
  readonly path: string;
  readonly result: ToolMessage;
};

function readOf(run: ToolRun): Read | null {
  const path = run.kind === "read" ? run.path : undefined;
  if (path === undefined || run.result === null || run.failed) return null;
  return { key: `${run.call.name}\0${path}`, range: rangeOf(run), path, result: run.result };
}

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
  const itemOf = new Map(items.map((item) => [item.message, item]));
  const complete = new Set<string>();
  const ranges = new Set<string>();
  const superseded = new Set<string>();
  for (const run of toolRuns(items, kinds).toReversed()) {
    const read = readOf(run);
    const item = run.result === null ? undefined : itemOf.get(run.result);
    if (read === null || item === undefined) continue;
    const { key, range } = read;
    if (complete.has(key) || ranges.has(`${key}\0${range}`)) superseded.add(item.id);
    else if (range === "") complete.add(key);
    else ranges.add(`${key}\0${range}`);
  }
  return superseded;
}
