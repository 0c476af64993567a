import { type Message, toolCalls } from "@cutpoint/core";

/**
 * Where the newest messages begin that are as many as asked for and whole: no call without its result, no reasoning
 * without what follows it, no group in two. Fewer where a unit would be parted; only a newest unit that is larger alone
 * is given as it is.
 */
export function newestWhole(messages: readonly Message[], limit: number): number {
  if (limit <= 0) return messages.length;
  const inside = interiors(messages);
  const wanted = Math.max(0, messages.length - limit);
  for (let place = wanted; place < messages.length; place += 1)
    if (inside[place] !== true) return place;
  for (let place = wanted; place > 0; place -= 1) if (inside[place] !== true) return place;
  return 0;
}

/** By place: whether a cut there lies inside a unit. */
function interiors(messages: readonly Message[]): readonly boolean[] {
  const inside = messages.map((message, place) => isContinued(messages[place - 1], message));
  const callers = new Map<string, number>();
  messages.forEach((message, place) => {
    for (const { callId } of toolCalls(message)) callers.set(callId, place);
    if (message.role !== "tool") return;
    const caller = callers.get(message.callId) ?? place;
    inside.fill(true, caller + 1, place + 1);
  });
  return inside;
}

function isContinued(before: Message | undefined, message: Message): boolean {
  if (before === undefined) return false;
  if (before.group !== undefined && before.group === message.group) return true;
  const isReasoning =
    before.role === "assistant" && before.parts.every((part) => part.type === "reasoning");
  return isReasoning && message.role === "assistant";
}
