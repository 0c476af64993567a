import type { Message } from "@cutpoint/core";
import type { UnitFormat } from "./unit-format.ts";

/** The units that messages were read from, and the format of each. */
const read = new WeakMap<Message, { readonly format: object; readonly unit: unknown }>();

/** Remembers the unit of a message as long as the message is in use. */
export function rememberUnit(message: Message, unit: unknown, format: object): void {
  read.set(message, { format, unit });
}

/** Returns the unit that a message was read from; `undefined` if it was not read, or in another format. */
export function unitOf<Unit>(
  message: Message,
  format: Pick<UnitFormat<Unit, never>, "toMessage">,
): Unit | undefined {
  const known = read.get(message);
  return known?.format === format ? (known.unit as Unit) : undefined;
}

/**
 * Returns messages of a view as the last request sent them, so that the provider reads them from its cache.
 *
 * @param format the object that the adapter reads messages with
 */
export function liveMessages<Unit, Wire>(
  messages: readonly Message[],
  format: Pick<UnitFormat<Unit, Wire>, "fromMessage" | "join" | "toMessage">,
): readonly Wire[] {
  const { fromMessage, join } = format;
  return join(messages.map((message) => unitOf(message, format) ?? fromMessage(message)));
}
