import { type Message, toolCalls } from "@cutpoint/core";

/**
 * Returns the index of the newest messages, at most `limit`, that can be read alone.
 *
 * Calls stay with their results, reasoning with the next item, and groups are complete. If the newest such unit is
 * larger than the limit, it is returned as a whole.
 */
export function newestUnitsStart(messages: readonly Message[], limit: number): number {
  if (limit <= 0) return messages.length;
  const unsplittable = unsplittablePositions(messages);
  const wanted = messages.length - limit;
  const starts = [...messages.keys()].filter((place) => unsplittable[place] !== true);
  return starts.find((place) => place >= wanted) ?? starts.at(-1) ?? 0;
}

/** Returns for each position whether a cut before it would separate messages that belong together. */
function unsplittablePositions(messages: readonly Message[]): readonly boolean[] {
  const unsplittable = messages.map((message, place) => isContinued(messages[place - 1], message));
  const callers = new Map<string, number>();
  messages.forEach((message, place) => {
    for (const { callId } of toolCalls(message)) callers.set(callId, place);
    if (message.role !== "tool") return;
    const caller = callers.get(message.callId) ?? place;
    unsplittable.fill(true, caller + 1, place + 1);
  });
  return unsplittable;
}

function isContinued(before: Message | undefined, message: Message): boolean {
  if (before === undefined) return false;
  if (before.group !== undefined && before.group === message.group) return true;
  const isReasoning =
    before.role === "assistant" && before.parts.every((part) => part.type === "reasoning");
  return isReasoning && message.role === "assistant";
}
