/** What the provider remembers of its own answers, as a vendor does. */
export type Memory = {
  /** The reasoning item that an item of an answer was made with, by the item's id. */
  readonly reasoningOf: Map<string, string>;
  /** All items up to and with an answer, by the id of the response; for `previous_response_id`. */
  readonly responses: Map<string, readonly unknown[]>;
  /** Items of answers by id; for `item_reference`. */
  readonly items: Map<string, unknown>;
};

export function createMemory(): Memory {
  return { reasoningOf: new Map(), responses: new Map(), items: new Map() };
}
