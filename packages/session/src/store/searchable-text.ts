import type { Message, Part } from "@cutpoint/core";
import { isUserMessage } from "@cutpoint/core/kit";
import type { Entry } from "../log/entry.ts";
import { RECALL_NAME, RECALL_NOTHING, RECALL_PREFACE } from "./recall-text.ts";

/**
 * Whether an entry starts a turn, or compacts earlier turns.
 *
 * Stores may postpone work to these entries, for example indexing words.
 */
export function isTurnBoundary(entry: Entry): boolean {
  if (entry.type === "compaction") return true;
  return entry.type === "message" && isUserMessage(entry.message);
}

/**
 * Returns the text that a search finds an entry by; empty if the entry cannot be found.
 *
 * Contains message text, tool names and arguments, file names, branch summaries and pins without an item. Reasoning,
 * notes, compactions, and calls and results of the recall tool are not searchable.
 */
export function searchableText(entry: Entry): string {
  switch (entry.type) {
    case "message":
      return textOfMessage(entry.message);
    case "pin":
      return entry.message === null || entry.itemId !== undefined
        ? ""
        : textOfMessage(entry.message);
    case "branch":
      return entry.summary?.text ?? "";
    default:
      return "";
  }
}

function textOfMessage(message: Message): string {
  const parts: readonly Part[] = message.parts;
  const texts = parts.map(textOfPart);
  if (message.role === "tool") {
    const [first = ""] = texts;
    if (first.startsWith(RECALL_PREFACE) || first.startsWith(RECALL_NOTHING)) return "";
    texts.unshift(message.name);
  }
  return texts.filter((text) => text !== "").join("\n");
}

function textOfPart(part: Part): string {
  switch (part.type) {
    case "text":
      return part.text;
    case "tool-call":
      return part.name === RECALL_NAME ? "" : `${part.name} ${part.arguments}`;
    case "file":
      return part.name ?? "";
    default:
      return "";
  }
}
