import { createStateFinder } from "@cutpoint/host-kit";
import type { AgentInputItem } from "@openai/agents-core";
import type { HostItems } from "../items/host-items.ts";
import { nonEmptyText } from "../items/json.ts";
import { projectionOf } from "../items/projection.ts";
import type { KeptState, StateStorage } from "./state-storage.ts";

/** Finds the state of a conversation. */
export type HostStateFinder = (host: HostItems) => Promise<KeptState | null>;

export function createHostStateFinder(stateStorage: StateStorage): HostStateFinder {
  const find = createStateFinder(stateStorage, ({ state }) => state.compactedThrough);
  return (host) => find(host.items, () => answerIds(answersOf(host)));
}

function answersOf({ input, items }: HostItems): readonly AgentInputItem[] {
  return input.filter((_own, place) => items[place]?.message.role === "assistant");
}

/** Returns the ids of answers. Providers that create no ids use `FAKE_ID`, which is ignored. */
export function answerIds(items: readonly AgentInputItem[]): readonly string[] {
  return items.flatMap((item) => {
    const id = nonEmptyText(item.id) ?? ("callId" in item ? nonEmptyText(item.callId) : undefined);
    const isAnswer = projectionOf(item).role === "assistant";
    return id === undefined || id === "FAKE_ID" || !isAnswer ? [] : [`answer ${id}`];
  });
}
