import type { ToolKinds } from "../digest/tool-kinds.ts";
import { type ToolRun, toolRuns } from "../digest/tool-runs.ts";
import type { History } from "../message/history.ts";
import type { Item } from "../message/item.ts";
import { type Part, textOf, type ToolMessage } from "../message/message.ts";
import { visibleItems } from "../view/boundary.ts";

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
type Read = {
  /** The tool and what it read. */
  readonly key: string;
  /** Which part of it; empty for the whole. */
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

/** What is shown in the place of a read whose content is visible already. */
function pointerTo(path: string): string {
  return `${POINTER}: ${path}. Not shown again; read it once more where it is no longer to be seen.]`.toWellFormed();
}

/** Whether a result says that its content stands above. */
function isPointer(result: ToolMessage): boolean {
  return textOf(result).startsWith(POINTER);
}

/** Less content than this, in characters of its JSON, is shown again. */
const LEAST_CHARACTERS = 600;

/** Reads whose content is visible already, by item id: what to show in their place, and the item that shows it. */
export type RepeatedReads = {
  readonly replacements: Readonly<Record<string, readonly Part[]>>;
  readonly repeats: Readonly<Record<string, string>>;
};

/**
 * For reads whose content is visible already, a text to show in their place that says so. Content is
 * visible where an earlier read of the same thing, with the same result, is shown as it was.
 *
 * Costs O(view).
 *
 * @param added what is said next
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
    if (shownBy === undefined || !isNew.has(id) || content.length <= LEAST_CHARACTERS) continue;
    replacements[id] = [{ type: "text", text: pointerTo(read.path) }];
    repeats[id] = shownBy;
  }
  return { replacements, repeats };
}

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
