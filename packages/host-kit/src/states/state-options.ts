import { invalidInput } from "@cutpoint/core/kit";
import type { StateStore } from "@cutpoint/session/store";

/** Where an adapter stores compaction states. */
export type StateOptions = {
  /**
   * Stores the states of conversations that have an id, for example `createSqliteStateStore({ file })` of
   * `@cutpoint/store-sqlite`. Default: states are in memory and end with the process.
   */
  readonly states?: StateStore | undefined;
  /** The id of the conversation, for calls that name none. Default: none. */
  readonly conversationId?: string | undefined;
};

/** @throws `invalid-input` if the store has no methods, or the id is empty */
export function assertStateOptions({ conversationId, states }: StateOptions): void {
  if (conversationId === "" || !["string", "undefined"].includes(typeof conversationId))
    throw invalidInput("conversationId", conversationId, "expected a text that is not empty");
  if (states !== undefined && typeof states?.find !== "function")
    throw invalidInput("states", states, "expected a StateStore, such as createSqliteStateStore()");
}
