import type { Message } from "@cutpoint/core";
import { fingerprint, type ReaderFormat, sortedJson } from "@cutpoint/host-kit";
import type { AgentInputItem } from "@openai/agents-core";
import { groupsOf } from "./groups.ts";
import { projectionOf } from "./projection.ts";
import { toStoredItem } from "./stored-item.ts";

/** An item of the SDK, its message without the group, and the hash of its stored form. */
export type ItemUnit = {
  readonly item: AgentInputItem;
  readonly projection: Message;
  readonly hash: string;
  readonly group: string | undefined;
  /** Whether later items cannot change the groups before this one. */
  readonly isStart: boolean;
};

/** How the SDK writes items. An item has the same id in a run and in its session, which stores it in another form. */
export const unitFormat: ReaderFormat<ItemUnit, AgentInputItem> = {
  split: unitsOf,
  messageCount: () => 1,
  isSeam: ({ isStart }) => isStart,
  contentOf: ({ hash }) => hash,
  toMessage: ({ group, projection }) =>
    group === undefined ? projection : { ...projection, group },
};

export function unitsOf(input: readonly AgentInputItem[], start = 0): readonly ItemUnit[] {
  const items = input.slice(start);
  const contents = items.map((item) => ({
    item,
    projection: projectionOf(item),
    hash: fingerprint(sortedJson(toStoredItem(item))),
  }));
  const { groups, starts } = groupsOf(contents, start);
  return contents.map((content, index) => ({
    ...content,
    group: groups[index],
    isStart: starts.has(index),
  }));
}
