import type { Item, Message } from "@cutpoint/core";

/**
 * Describes the units that a cut before the item at `index` would split.
 *
 * Units are calls with results, reasoning with the output after it, and groups. A kept part that begins with a result
 * is also a violation. A cut at either end splits nothing.
 */
export function partedUnits(items: readonly Item[], index: number): string[] {
  if (index <= 0 || index >= items.length) return [];
  const messages = items.map((item) => item.message);
  const first = messages[index];
  const last = messages[index - 1];
  const broken: string[] = [];
  if (first?.role === "tool") broken.push("the kept part begins with a result");
  messages.forEach((message, place) => {
    if (message.role !== "tool" || place < index) return;
    const caller = callerOf(messages, place);
    if (caller !== null && caller < index)
      broken.push(`parts the result at ${place} from its call at ${caller}`);
  });
  if (last !== undefined && isLoneReasoning(last))
    broken.push("parts reasoning from what it led to");
  if (last?.group !== undefined && last.group === first?.group)
    broken.push(`parts the group ${last.group}`);
  return broken;
}

/** Returns the index of the newest unanswered call with the id of a result. */
function callerOf(messages: readonly Message[], place: number): number | null {
  const result = messages[place];
  if (result?.role !== "tool") return null;
  for (let earlier = place - 1; earlier >= 0; earlier -= 1) {
    const message = messages[earlier];
    if (message?.role === "tool" && message.callId === result.callId) return null;
    if (
      message?.role === "assistant" &&
      message.parts.some((part) => part.type === "tool-call" && part.callId === result.callId)
    )
      return earlier;
  }
  return null;
}

function isLoneReasoning(message: Message): boolean {
  return (
    message.role === "assistant" &&
    message.parts.some((part) => part.type === "reasoning") &&
    message.parts.every(
      (part) => part.type === "reasoning" || (part.type === "text" && part.text.trim() === ""),
    )
  );
}
