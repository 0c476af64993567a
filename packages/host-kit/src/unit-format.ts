import type { Message, Part } from "@cutpoint/core";

/** A unit of a request, the parts of the message that it was converted to, and the id of its item. */
export type OriginalUnit<Unit> = {
  readonly unit: Unit;
  readonly parts: readonly Part[];
  readonly id?: string;
};

/**
 * How a host or a provider writes messages.
 *
 * A unit is the part of a request that becomes one item: mostly a message, for example one of several results in one
 * message.
 */
export type UnitFormat<Unit, Wire> = {
  /**
   * Splits messages into units. Results get the names of their tools.
   *
   * @param start the position of the first message to split, which begins a unit. Default: 0
   */
  readonly split: (messages: readonly Wire[], start?: number) => readonly Unit[];
  /** Joins units to the messages of a request. */
  readonly join: (units: readonly Unit[]) => readonly Wire[];
  /** Returns the number of messages of a unit: 0 if it belongs to the same message as the unit before it. */
  readonly messageCount: (unit: Unit) => number;
  /** Returns the content of a unit as text. It is the same in every request, for example without cache points. */
  readonly contentOf: (unit: Unit) => string;
  /** @param context that of the request, see `HostRequest` */
  readonly toMessage: (unit: Unit, context?: string) => Message;
  /**
   * Converts a message of a view.
   *
   * @param original the unit that it was made from: unchanged parts keep the fields that Cutpoint does not read. Text and call ids come
   * from `message`: a view may number ids that occur twice
   */
  readonly fromMessage: (message: Message, original?: OriginalUnit<Unit>) => Unit;
  /** Returns the host's id of a unit; `undefined` if it has none. Default: items have hashes as ids. */
  readonly idOf?: (unit: Unit) => string | undefined;
  /** Returns whether messages after a unit cannot change the units before it. Default: always. */
  readonly isSeam?: (unit: Unit) => boolean;
  /** Returns the plain data of a message, to compare it with. Default: the message. */
  readonly fieldsOf?: (message: Wire) => unknown;
};

/** The number of messages to look through for the call of a result. */
const MAX_DISTANCE = 1_000;

/** Returns the name of the tool whose call is nearest before a message; `undefined` if none of 1,000 messages has it. */
export function findToolName<Wire>(
  messages: readonly Wire[],
  place: number,
  nameIn: (message: Wire) => string | undefined,
): string | undefined {
  const end = Math.max(0, place - MAX_DISTANCE);
  for (let before = place - 1; before >= end; before -= 1) {
    const message = messages[before];
    const name = message === undefined ? undefined : nameIn(message);
    if (name !== undefined) return name;
  }
  return undefined;
}
