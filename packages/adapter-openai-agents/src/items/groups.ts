import type { Message } from "@cutpoint/core";
import type { AgentInputItem } from "@openai/agents-core";
import { sortedJson } from "./json.ts";
import { fingerprint } from "./fingerprint.ts";

/**
 * For each item the group that it belongs to: an answer of several items is one with its results, and so is all that a
 * program did from its call to its output. An answer of one item needs none, as its result is known by its call.
 *
 * @param messages what the items say, one for each
 */
export function groupsOf(
  items: readonly AgentInputItem[],
  messages: readonly Message[],
): readonly (string | undefined)[] {
  const groups: (string | undefined)[] = items.map(() => undefined);
  const close = (start: number, end: number): void => {
    const answers = messages.slice(start, end).filter(({ role }) => role === "assistant");
    if (answers.length > 1)
      groups.fill(fingerprint(`${start} ${sortedJson(items.slice(start, end))}`), start, end);
  };
  const programs = new Set<string>();
  let start = 0;
  items.forEach((item, index) => {
    const role = messages[index]?.role;
    const isSpoken = role === "user" || role === "system";
    if (isSpoken) programs.clear();
    const isAnswer = role === "assistant" && messages[index - 1]?.role !== "assistant";
    if (isSpoken || (isAnswer && programs.size === 0)) {
      close(start, index);
      start = index;
    }
    if (item.type === "program") programs.add(item.callId);
    if (item.type === "program_output") programs.delete(item.callId);
  });
  close(start, items.length);
  return groups;
}
