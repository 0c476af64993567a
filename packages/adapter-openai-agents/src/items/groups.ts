import type { Message } from "@cutpoint/core";
import type { AgentInputItem } from "@openai/agents-core";
import { fingerprint } from "@cutpoint/host-kit";

/** An item, its message, and a hash of the item. */
type ItemContent = {
  readonly item: AgentInputItem;
  readonly projection: Message;
  readonly hash: string;
};

/**
 * Returns the group of each item; `undefined` if it needs none.
 *
 * An answer of several items is one group with its results. So are all items of a program, from its call to its output.
 * An answer of one item needs no group, because its call identifies its result.
 *
 * @param offset the number of items before these; a group may start with the first of these
 * @returns the groups, and the indexes at which one may start. Later items can change only the groups from the last on.
 */
export function groupsOf(
  contents: readonly ItemContent[],
  offset = 0,
): { readonly groups: readonly (string | undefined)[]; readonly starts: ReadonlySet<number> } {
  const groups: (string | undefined)[] = contents.map(() => undefined);
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
  const starts = new Set([0]);
  let start = 0;
  contents.forEach(({ item, projection: { role } }, index) => {
    const startsTurn = role === "user" || role === "system";
    if (startsTurn) programs.clear();
    const isAnswer = role === "assistant" && contents[index - 1]?.projection.role !== "assistant";
    if (startsTurn || (isAnswer && programs.size === 0)) {
      close(start, index);
      start = index;
      starts.add(index);
    }
    if (item.type === "program") programs.add(item.callId);
    if (item.type === "program_output") programs.delete(item.callId);
  });
  close(start, contents.length);
  return { groups, starts };
}
