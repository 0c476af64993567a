import type { ToolKinds } from "../digest/tool-kinds.ts";
import { toolRuns } from "../digest/tool-runs.ts";
import { visibleItems } from "../log/boundary.ts";
import type { HideEntry } from "../model/entry.ts";
import type { Item } from "../model/item.ts";
import type { History } from "../model/mark.ts";
import { pointerTo, readOf } from "./read-run.ts";

/** Less content than this, in characters of its JSON, is shown again. */
const LEAST_CHARACTERS = 600;

/** Reads whose content is visible already, by item id: what to show in their place, and the item that shows it. */
export type RepeatedReads = Required<Pick<HideEntry, "replacements" | "repeats">>;

/**
 * For reads whose content is visible already, a text to show in their place that says so. Content is
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
): RepeatedReads {
  const { items } = visibleItems(history);
  const idOf = new Map([...items, ...added].map(({ id, message }) => [message, id]));
  const isNew = new Set(added.map(({ id }) => id));
  const visible = new Map<string, string>();
  const replacements: Record<string, HideEntry["replacements"][string]> = {};
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
