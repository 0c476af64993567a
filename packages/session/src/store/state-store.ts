/** A conversation in a state store. */
export type StoredConversation = {
  readonly conversationId: string;
  /** In ms since the epoch. */
  readonly savedAt: number;
};

/**
 * Stores the compaction states of conversations, as one text for each. For hosts that store no states.
 *
 * The contract, checked by `stateStoreCases` of `@cutpoint/conformance`:
 *
 * - `find` returns the text of the last `save`, unchanged; `null` without one.
 * - `save` replaces the text at once: no `find` sees a part of it. If two writers save, the later text stays.
 * - `delete` returns whether there was a text. Then no file and no table contains it.
 * - `list` yields each conversation with a text once, in any order.
 * - Ids are compared exactly and may contain any characters. A text is well-formed and has no NUL; it is mostly below
 *   200 KB.
 */
export interface StateStore {
  find(conversationId: string): Promise<string | null>;
  save(conversationId: string, text: string): Promise<void>;
  delete(conversationId: string): Promise<boolean>;
  list(): AsyncIterable<StoredConversation>;
}

/** A state store that was opened, for example on a file. After disposal every call throws `closed`. */
export type OpenStateStore = StateStore & AsyncDisposable;
