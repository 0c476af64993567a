import type { Json, Message } from "@cutpoint/core";
import type { AgentInputItem } from "@openai/agents-core";
import { buildItems } from "./build-items.ts";
import { fromJson, originalOf, toJson, withOriginal } from "@cutpoint/host-kit";
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
    const built = singleItem(buildItems(projection));
    const message = withOriginal(projection, ADAPTER, toJson(item), built);
    return group === undefined ? message : { ...message, group };
  });
}

/** The key of `adapterMetadata`. */
const ADAPTER = "openaiAgents";

/**
 * Converts a message to items, in new objects.
 *
 * A message from {@link fromAgentItems} is one item. An answer of another host can be several. A summary is a plain
 * user message without an id.
 */
export function toAgentItems(message: Message): AgentInputItem[] {
  const built = buildItems(message);
  const own = originalOf(message, ADAPTER, singleItem(built));
  const items = own === undefined ? built.map(toJson) : [own];
  return items.map((item) => fromJson(item) as AgentInputItem);
}

/** Returns the built item to compare with; `null` if the parts result in several items. */
function singleItem(built: readonly JsonRecord[]): Json {
  return built.length === 1 ? toJson(built[0]) : null;
}
