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

const POINTER = "[Unchanged since it was read above";

function pointerTo(path: string): string {
  return `${POINTER}: ${path}. Not shown again; read it once more where it is no longer to be seen.]`.toWellFormed();
}

function isPointer(result: ToolMessage): boolean {
  return textOf(result).startsWith(POINTER);
}

/** Content of at most this many characters of JSON is shown again. */
const SMALL_CHARACTERS = 600;

/** Reads whose content is already visible. */
type RepeatedReads = {
  /** The parts to show instead, by item id. */
  readonly replacements: Readonly<Record<string, readonly Part[]>>;
  /** The item that shows the content, by item id. */
  readonly repeats: Readonly<Record<string, string>>;
};

/**
 * Finds reads among new items whose content is already visible: an earlier read by the same tool of the same file and
 * range with the same result. O(n) in the visible items.
 *
 * @param added the new items, which are not in the history yet
 */
export function findRepeatedReads(
  history: History,
  added: readonly Item[],
  kinds?: ToolKinds,
): RepeatedReads {
  const { items } = visibleItems(history);
  const idOf = new Map([...items, ...added].map(({ id, message }) => [message, id]));
  const isNew = new Set(added.map(({ id }) => id));
  const visible = new Map<string, string>();
  const replacements: Record<string, readonly Part[]> = {};
  const repeats: Record<string, string> = {};
  for (const run of toolRuns([...items, ...added], kinds)) {
    const read = readOf(run);
    const id = read === null ? undefined : idOf.get(read.result);
    if (read === null || id === undefined) continue;
    const content = JSON.stringify([read.key, read.range, read.result.parts]);
    const shownBy = visible.get(content);
    if (shownBy === undefined) visible.set(content, id);
    if (shownBy === undefined || !isNew.has(id) || content.length <= SMALL_CHARACTERS) continue;
    replacements[id] = [{ type: "text", text: pointerTo(read.path) }];
    repeats[id] = shownBy;
  }
  return { replacements, repeats };
}

/**
 * Returns the ids of reads that a later read replaced: a complete read replaces all earlier reads of the file, a read of a
 * range those of the same range. Failed reads and pointers to earlier reads are ignored.
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
