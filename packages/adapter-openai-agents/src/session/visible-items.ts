import { type History, type Message, type View, viewOf } from "@cutpoint/core";
import type { AgentInputItem } from "@openai/agents-core";
import { toAgentItems } from "../items/convert.ts";
import { positionedView } from "../items/host-view.ts";

/** Returns the items of a history's view, in new objects. Returns all items if nothing was compacted. */
export function visibleItems(history: History): AgentInputItem[] {
  return isUncompacted(history)
    ? history.items.flatMap(({ message }) => toAgentItems(message))
    : viewItems(history, sessionView(history));
}

/** Returns the items of a view in the order of the history. A replacement for a missing result follows its call. */
export function viewItems(
  { items, state }: History,
  view: Pick<View, "messages" | "ids">,
): AgentInputItem[] {
  return positionedView(view, { items, messages: [] }, state).flatMap((shown) => [...shown.items]);
}

/** Returns whether a history has neither a prefix nor replacements. */
export function isUncompacted({ state }: History): boolean {
  if (state === null) return true;
  const { compactedThrough, prefix, replacements } = state;
  return compactedThrough === null && prefix.length === 0 && Object.keys(replacements).length === 0;
}

/**
 * Returns the view without replacements for missing results.
 *
 * The runner removes calls that have no result. A call that waits for an approval may still get its own.
 */
export function sessionView(history: History): Pick<View, "messages" | "ids"> {
  const { ids, messages } = viewOf(history);
  const shown = [...messages.keys()].filter((index) => {
    const message = messages[index];
    return typeof ids[index] === "string" || (message !== undefined && isPrefixMessage(message));
  });
  return {
    messages: shown.flatMap((index) => messages[index] ?? []),
    ids: shown.map((index) => ids[index] ?? null),
  };
}

function isPrefixMessage(message: Message): boolean {
  return message.role === "system" || (message.role === "user" && message.provenance === "summary");
}
