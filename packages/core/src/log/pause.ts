import type { Entry } from "../model/entry.ts";
import { isUserText } from "../model/message.ts";

/**
 * Whether a conversation pauses with an entry, since what was said before it is a turn of its own or was covered: where
 * a store does what need not be done with each append, such as indexing words.
 */
export function isTurnBoundary(entry: Entry): boolean {
  if (entry.type === "compaction") return true;
  return entry.type === "message" && isUserText(entry.message);
}
