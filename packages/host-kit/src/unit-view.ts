import type { View } from "@cutpoint/core";
import type { UnitFormat } from "./unit-format.ts";
import type { HostItems } from "./host-reader.ts";

/**
 * Converts a view to the messages of a request. Messages that did not change are the request's own.
 *
 * @returns the list of the request itself if nothing changed
 */
export function viewMessages<Unit, Wire>(
  view: Pick<View, "messages" | "ids">,
  request: HostItems<Wire>,
  { fromMessage, join, split }: UnitFormat<Unit, Wire>,
): readonly Wire[] {
  const { items, messages } = request;
  if (showsAll(view, request)) return messages;
  const placeOf = new Map(items.map(({ id }, place) => [id, place]));
  const places = view.ids.map((id) => (id === null ? -1 : (placeOf.get(id) ?? -1)));
  const firstPlace = places.reduce(
    (least, place) => (place === -1 ? least : Math.min(least, place)),
    items.length,
  );
  const first = request.places[firstPlace]?.start;
  const units = first === undefined ? [] : split(messages, first);
  const firstUnit = request.places.findIndex(({ start }) => start === first);
  return join(
    view.messages.map((message, index) => {
      const place = places[index] ?? -1;
      const item = items[place];
      const unit = units[place - firstUnit];
      if (item === undefined || unit === undefined) return fromMessage(message);
      return message === item.message
        ? unit
        : fromMessage(message, { unit, parts: item.message.parts, id: item.id });
    }),
  );
}

/** Returns whether a view shows each item unchanged and nothing else. */
export function showsAll(
  { messages }: Pick<View, "messages">,
  { items }: Pick<HostItems<unknown>, "items">,
): boolean {
  if (messages.length !== items.length) return false;
  for (let place = 0; place < items.length; place += 1)
    if (messages[place] !== items[place]?.message) return false;
  return true;
}
