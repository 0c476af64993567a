import { type History, type Message, type View, viewOf } from "@cutpoint/core";
import type { AgentInputItem } from "@openai/agents-core";
import { fromAgentItems, toAgentItems } from "../items/convert.ts";
import { newestWhole } from "./whole-units.ts";

/**
 * What a session shows of a history, in fresh objects and in the order in which it was said: the view, or everything as
 * it was added where nothing of it was compacted.
 */
export function shownItems(history: History): AgentInputItem[] {
  return isAsSaid(history)
    ? history.items.flatMap(({ message }) => toAgentItems(message))
    : viewItems(history, sessionView(history));
}

/** The items of a view in the order in which they were said; what stands in for a result follows its call. */
export function viewItems(
  { items }: History,
  { ids, messages }: Pick<View, "messages" | "ids">,
): AgentInputItem[] {
  const places = new Map(items.map(({ id }, place) => [id, place]));
  let place = -1;
  return messages
    .map((message, index) => {
      place = places.get(ids[index] ?? "") ?? place;
      return { message, place };
    })
    .toSorted((left, right) => left.place - right.place)
    .flatMap(({ message }) => toAgentItems(message));
}

/** Whether a history shows everything as it was said. */
export function isAsSaid({ state }: History): boolean {
  if (state === null) return true;
  const { compactedThrough, prefix, replacements } = state;
  return compactedThrough === null && prefix.length === 0 && Object.keys(replacements).length === 0;
}

/**
 * The view without what stands in for something. The runner itself leaves out calls that have no result, and one that
 * waits for an approval may still get its own.
 */
export function sessionView(history: History): Pick<View, "messages" | "ids"> {
  const view = viewOf(history);
  const isReal = (message: Message, index: number): boolean =>
    typeof view.ids[index] === "string" || isHead(message);
  return {
    messages: view.messages.filter(isReal),
    ids: view.ids.filter((_id, index) => {
      const message = view.messages[index];
      return message !== undefined && isReal(message, index);
    }),
  };
}

function isHead(message: Message): boolean {
  return message.role === "system" || (message.role === "user" && message.provenance === "summary");
}

/** The newest items, at most so many, see `newestWhole`. */
export function newestItems(items: AgentInputItem[], limit: number | undefined): AgentInputItem[] {
  return limit === undefined ? items : items.slice(newestWhole(fromAgentItems(items), limit));
}
