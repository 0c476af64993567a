/** The answers that the provider stores, as a vendor does. */
export type Memory = {
  /** The reasoning item of each answer item, by item id. */
  readonly reasoningOf: Map<string, string>;
  /** All items up to and including an answer, by response id. Used for `previous_response_id`. */
  readonly responses: Map<string, readonly unknown[]>;
  /** Items of answers by id. Used for `item_reference`. */
  readonly items: Map<string, unknown>;
};

export function createMemory(): Memory {
  return { reasoningOf: new Map(), responses: new Map(), items: new Map() };
}
