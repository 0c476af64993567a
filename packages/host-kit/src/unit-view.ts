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
  const places = placesOf(view.ids, request);
  const first = request.places[leastPlace(places)]?.start;
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

/** Returns the position of the first item that is shown; -1 if none is. */
function leastPlace(places: readonly number[]): number {
  return places.reduce((least, place) => {
    if (place === -1 || least === -1) return Math.max(least, place);
    return Math.min(least, place);
  }, -1);
}

/** Returns the position of the item that each message shows; -1 for others. */
function placesOf(
  ids: View["ids"],
  { items }: Pick<HostItems<unknown>, "items">,
): readonly number[] {
  let expected = items.length - 1;
  let all: ReadonlyMap<string, number> | undefined;
  const places: number[] = [];
  for (const id of ids.toReversed()) {
    const place = placeOf(id);
    if (place !== -1) expected = place - 1;
    places.push(place);
  }
  return places.reverse();

  /** Most messages follow each other as in the request. */
  function placeOf(id: string | null): number {
    if (id === null) return -1;
    if (items[expected]?.id === id) return expected;
    all ??= new Map(items.map((item, place) => [item.id, place]));
    return all.get(id) ?? -1;
  }
}
