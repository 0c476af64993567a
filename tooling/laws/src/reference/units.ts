import type { Item, Message, Part } from "@cutpoint/core";
import { isSendable } from "@cutpoint/core/session";

/**
 * Describes the units that a cut before the item at `index` would split.
 *
 * Units are calls with results, reasoning with the output after it, groups, and the newest answer from its signed
 * reasoning to its calls. A kept part that begins with a result is also a violation. A cut at either end splits nothing.
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
  if (isInsideThinkingAnswer(messages, index)) broken.push("parts an answer from its reasoning");
  return broken;
}

/**
 * Whether the newest messages with calls continue an answer that began with signed reasoning before `index`, although
 * no reasoning begins it again from `index` on.
 */
function isInsideThinkingAnswer(messages: readonly Message[], index: number): boolean {
  const sent = messages
    .map((message, place) => ({ message, place }))
    .filter(({ message }) => isSendable(message) && message.role !== "system");
  const newest = sent.findLastIndex(({ message }) => callsOf(message) > 0);
  const before = sent
    .slice(0, Math.max(0, newest))
    .findLastIndex(({ message }) => message.role === "user" || callsOf(message) > 0);
  const answer = sent
    .slice(before + 1, newest + 1)
    .filter(({ message }) => message.role === "assistant");
  const kept = answer.filter(({ place }) => place >= index);
  const [first] = kept.flatMap(({ message }) => wireParts(message));
  return (
    kept.length > 0 &&
    first !== "reasoning" &&
    answer.some(({ message, place }) => place < index && wireParts(message)[0] === "reasoning")
  );
}

/** The types of the parts that the Messages API receives. */
function wireParts(message: Message): readonly string[] {
  const parts: readonly Part[] = message.parts;
  return parts
    .filter((part) => (part.type === "reasoning" ? part.signature !== undefined : !isBlank(part)))
    .map(({ type }) => type);
}

function callsOf(message: Message): number {
  const parts: readonly Part[] = message.parts;
  return parts.filter(({ type }) => type === "tool-call").length;
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
    message.parts.every((part) => part.type === "reasoning" || isBlank(part))
  );
}

function isBlank(part: Part): boolean {
  return part.type === "text" && part.text.trim() === "";
}
