import type { Message } from "@cutpoint/core";
import { unsplittablePositions } from "@cutpoint/core/session";

/**
 * Returns the index of the newest messages, at most `limit`, that can be read alone.
 *
 * Calls stay with their results, reasoning with the next item, and groups are complete. If the newest such unit is
 * larger than the limit, it is returned as a whole.
 */
export function newestUnitsStart(messages: readonly Message[], limit: number): number {
  if (limit <= 0) return messages.length;
  const inside = unsplittablePositions(messages.map((message) => ({ id: "", message })));
  const starts = [...messages.keys()].filter((place) => inside[place] !== true);
  return starts.find((place) => place >= messages.length - limit) ?? starts.at(-1) ?? 0;
}
