import type { Message, Part } from "@cutpoint/core";
import { isUserMessage } from "@cutpoint/core/kit";
import type { Entry } from "../log/entry.ts";

/**
 * Whether a conversation pauses with an entry, since what was said before it is a turn of its own or was covered: where
 * a store does what need not be done with each append, such as indexing words.
 */
export function isTurnBoundary(entry: Entry): boolean {
  if (entry.type === "compaction") return true;
  return entry.type === "message" && isUserMessage(entry.message);
}

/**
 * What of an entry can be found: the words of a message, the names and arguments of its calls, the names of its files,
 * the summary of a branch, a pin that pins no item. Reasoning is not, since it was not said; neither are notes, which no
 * model saw, nor compactions, whose words stand in the entries that they cover.
 *
 * The empty text where there is nothing to find.
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
  if (message.role === "tool") texts.unshift(message.name);
  return texts.filter((text) => text !== "").join("\n");
}

function textOfPart(part: Part): string {
  switch (part.type) {
    case "text":
      return part.text;
    case "tool-call":
      return `${part.name} ${part.arguments}`;
    case "file":
      return part.name ?? "";
    default:
      return "";
  }
}
