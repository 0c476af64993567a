import { type Json, type Message, textOf } from "@cutpoint/core";
import { isRecord } from "@cutpoint/core/kit";
import type { AgentInputItem } from "@openai/agents-core";
import { buildItems } from "./build-items.ts";
import { differenceOf, withDifference } from "./difference.ts";
import { fromJson, toJson } from "@cutpoint/host-kit";
import type { JsonRecord } from "./json.ts";
import { unitsOf } from "./unit-format.ts";

/**
 * Converts items of the SDK to messages without loss, one for each item.
 *
 * {@link toAgentItems} restores them with ids and `providerData`. Items that must stay together have the same group: an
 * answer of several items, with its results.
 */
export function fromAgentItems(items: readonly AgentInputItem[]): readonly Message[] {
  return unitsOf(items).map(({ group, item, projection }) => {
    const message = withMetadata(item, projection);
    return group === undefined ? message : { ...message, group };
  });
}

/** The metadata is the difference between the item and the one built from the message's parts. */
function withMetadata(item: AgentInputItem, message: Message): Message {
  const difference = differenceOf(toJson(item), singleItem(buildItems(message)), textOf(message));
  return difference === null
    ? message
    : { ...message, adapterMetadata: { openaiAgents: difference } };
}

/**
 * Converts a message to items, in new objects.
 *
 * A message from {@link fromAgentItems} is one item. An answer of another host can be several. A summary is a plain
 * user message without an id.
 */
export function toAgentItems(message: Message): AgentInputItem[] {
  const built = buildItems(message);
  const metadata = isRecord(message.adapterMetadata)
    ? message.adapterMetadata["openaiAgents"]
    : undefined;
  const items = isRecord(metadata)
    ? [withDifference(singleItem(built), metadata, textOf(message))]
    : built.map(toJson);
  return items.map((item) => fromJson(item) as AgentInputItem);
}

/** Returns the built item to compare with; `null` if the parts result in several items. */
function singleItem(built: readonly JsonRecord[]): Json {
  return built.length === 1 ? toJson(built[0]) : null;
}
