import type { ToolKinds } from "../digest/tool-kinds.ts";
import { toolRuns } from "../digest/tool-runs.ts";
import { liveOf } from "../log/boundary.ts";
import type { Item } from "../model/item.ts";
import type { History } from "../model/mark.ts";
import type { Part } from "../model/message.ts";
import { pointerTo, readOf } from "./read-run.ts";

/** Less content than this, in characters of its JSON, is shown again. */
const LEAST_CHARACTERS = 600;

/**
 * For reads whose content is visible already, what to show in their place: by item id, a text that says so. Content is
 * visible where an earlier read of the same thing, with the same result, is shown as it was.
 *
 * Costs O(view).
 *
 * @param added what is said next
 */
export function repeatedReads(
  history: History,
  added: readonly Item[],
  kinds?: ToolKinds,
): Readonly<Record<string, readonly Part[]>> {
  const { items } = liveOf(history);
  const idOf = new Map([...items, ...added].map(({ id, message }) => [message, id]));
  const isNew = new Set(added.map(({ id }) => id));
  const visible = new Set<string>();
  const pointers: Record<string, readonly Part[]> = {};
  for (const run of toolRuns([...items, ...added], kinds)) {
    const read = readOf(run);
    const id = read === null ? undefined : idOf.get(read.result);
    if (read === null || id === undefined) continue;
    const content = JSON.stringify([read.key, read.range, read.result.parts]);
    if (isNew.has(id) && visible.has(content) && content.length > LEAST_CHARACTERS)
      pointers[id] = [{ type: "text", text: pointerTo(read.path) }];
    visible.add(content);
  }
  return pointers;
}
