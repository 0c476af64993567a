import type { AgentInputItem } from "@openai/agents-core";
import { nonEmptyText } from "../items/json.ts";
import { projectionOf } from "../items/projection.ts";

/** Returns the ids of the answers in a list. Providers that create no ids use `FAKE_ID`, which is ignored. */
export function answerIds(items: readonly AgentInputItem[]): readonly string[] {
  return items.flatMap((item) => {
    const id = nonEmptyText(item.id) ?? ("callId" in item ? nonEmptyText(item.callId) : undefined);
    const isAnswer = projectionOf(item).role === "assistant";
    return id === undefined || id === "FAKE_ID" || !isAnswer ? [] : [`answer ${id}`];
  });
}
