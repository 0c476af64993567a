import { type Message, textOf, toolCalls } from "@cutpoint/core";
import { type AnswerText, fingerprint, type GuardFormat, sortedJson } from "@cutpoint/host-kit";
import type { AgentInputItem } from "@openai/agents-core";
import { groupsOf } from "./groups.ts";
import { nonEmptyText } from "./json.ts";
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
export const unitFormat: GuardFormat<ItemUnit, AgentInputItem> = {
  split: unitsOf,
  messageCount: () => 1,
  isSeam: ({ isStart }) => isStart,
  contentOf: ({ hash }) => hash,
  answerOf: ({ item, projection }) => (projection.role === "assistant" ? answerText([item]) : null),
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

/** Reads the text, the calls and the ids of an answer. Providers that create no ids use `FAKE_ID`, which is ignored. */
export function answerText(output: readonly AgentInputItem[]): AnswerText {
  const messages = output.map(projectionOf);
  const ids = output.flatMap((item) => {
    const id = nonEmptyText(item.id) ?? ("callId" in item ? nonEmptyText(item.callId) : undefined);
    return id === undefined || id === "FAKE_ID" ? [] : [id];
  });
  return {
    text: messages.map(textOf).join(""),
    callIds: messages.flatMap((message) => toolCalls(message).map(({ callId }) => callId)),
    ids,
  };
}
