import type { Message } from "@cutpoint/core";
import type { AgentInputItem } from "@openai/agents-core";
import { fingerprint } from "@cutpoint/host-kit";

/** The message of an item, and the hash of the whole item. */
export type ItemContent = { readonly projection: Message; readonly hash: string };

/**
 * Returns the group of each item; `undefined` if it needs none.
 *
 * An answer of several items is one group with its results. So are all items of a program, from its call to its output.
 * An answer of one item needs no group, because its call identifies its result.
 *
 * Items that are added later can change only the groups from `lastStart` on.
 *
 * @param contents one for each item
 * @param offset the number of items before these; a group starts with the first of these
 */
export function groupsOf(
  items: readonly AgentInputItem[],
  contents: readonly ItemContent[],
  offset = 0,
): { readonly groups: readonly (string | undefined)[]; readonly lastStart: number } {
  const groups: (string | undefined)[] = items.map(() => undefined);
  const close = (start: number, end: number): void => {
    const unit = contents.slice(start, end);
    if (unit.filter(({ projection }) => projection.role === "assistant").length > 1)
      groups.fill(
        fingerprint(`${offset + start} ${unit.map(({ hash }) => hash).join()}`),
        start,
        end,
      );
  };
  const programs = new Set<string>();
  let start = 0;
  items.forEach((item, index) => {
    const role = contents[index]?.projection.role;
    const startsTurn = role === "user" || role === "system";
    if (startsTurn) programs.clear();
    const isAnswer = role === "assistant" && contents[index - 1]?.projection.role !== "assistant";
    if (startsTurn || (isAnswer && programs.size === 0)) {
      close(start, index);
      start = index;
    }
    if (item.type === "program") programs.add(item.callId);
    if (item.type === "program_output") programs.delete(item.callId);
  });
  close(start, items.length);
  return { groups, lastStart: offset + start };
}
