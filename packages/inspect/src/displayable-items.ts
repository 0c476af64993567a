import { type Item, type Message, type Part, redactSecrets } from "@cutpoint/core";
import { createRedactor } from "@cutpoint/core/kit";

/** Longest file address that a page contains, in UTF-16 units. */
const LONGEST_URL = 200;

/**
 * Prepares items for a page: without signatures, data of adapters and contents of files, and without secrets unless
 * `redact` is `false`.
 */
export function displayableItems(items: readonly Item[], redact: boolean): readonly Item[] {
  const redactor = redact ? createRedactor() : null;
  return items.map((item) => {
    const { at, id, message } = redactor?.item(item) ?? item;
    return { id, message: displayable(message, redact), ...(at === undefined ? {} : { at }) };
  });
}

function displayable(message: Message, redact: boolean): Message {
  const { adapterMetadata: _, group: _group, ...rest } = message;
  const parts: readonly Part[] = message.parts;
  return { ...rest, parts: parts.map((part) => displayablePart(part, redact)) } as Message;
}

function displayablePart(part: Part, redact: boolean): Part {
  const clean = (text: string): string => (redact ? redactSecrets(text) : text);
  switch (part.type) {
    case "reasoning":
      return { type: "reasoning", text: part.text };
    case "file":
      return { ...part, url: clean(part.url.slice(0, LONGEST_URL)) };
    case "other":
      return { ...part, value: clean(JSON.stringify(part.value)) };
    case "text":
    case "tool-call":
      return part;
  }
}
