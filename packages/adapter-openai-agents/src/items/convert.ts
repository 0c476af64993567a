import { type Json, type Message, textOf } from "@cutpoint/core";
import type { AgentInputItem } from "@openai/agents-core";
import { builtItems } from "./built-items.ts";
import { differenceOf, withDifference } from "./difference.ts";
import { groupsOf } from "./groups.ts";
import { fingerprint } from "./fingerprint.ts";
import { fromJson, isRecord, type JsonRecord, sortedJson, toJson } from "./json.ts";
import { projectionOf } from "./projection.ts";

/**
 * Items of the SDK as messages to be stored, one for each: all that an item says comes back with {@link toAgentItems},
 * ids and `providerData` too. What may not be parted (an answer of several items with its results) is a group.
 */
export function fromAgentItems(items: readonly AgentInputItem[]): readonly Message[] {
  const messages = items.map(withMetadata);
  const contents = items.map((item, index) => ({
    projection: messages[index] ?? projectionOf(item),
    hash: fingerprint(sortedJson(item)),
  }));
  const groups = groupsOf(items, contents);
  return messages.map((message, index) => {
    const group = groups[index];
    return group === undefined ? message : { ...message, group };
  });
}

/** The metadata is what the item says and the one built from the message's parts does not. */
function withMetadata(item: AgentInputItem): Message {
  const message = projectionOf(item);
  const difference = differenceOf(toJson(item), onlyOf(builtItems(message)), textOf(message));
  return difference === null
    ? message
    : { ...message, adapterMetadata: { openaiAgents: difference } };
}

/**
 * The items that a message is, in fresh objects: the one that it was made from, or as many as an answer of another host
 * is made of. A summary is a plain user's message without an id.
 */
export function toAgentItems(message: Message): AgentInputItem[] {
  const built = builtItems(message);
  const metadata = isRecord(message.adapterMetadata)
    ? message.adapterMetadata["openaiAgents"]
    : undefined;
  const items = isRecord(metadata)
    ? [withDifference(onlyOf(built), metadata, textOf(message))]
    : built.map(toJson);
  return items.map((item) => fromJson(item) as AgentInputItem);
}

/** What an item is told from: nothing where its parts alone would be several. */
function onlyOf(built: readonly JsonRecord[]): Json {
  return built.length === 1 ? toJson(built[0]) : null;
}
