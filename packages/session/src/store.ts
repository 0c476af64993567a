export type {
  BranchEntry,
  CompactionEntry,
  Entry,
  HideEntry,
  MessageEntry,
  NoteEntry,
  PinEntry,
  TombstoneEntry,
} from "./log/entry.ts";
export { createTombstone, isEvicted } from "./log/notes.ts";
export { isKnownEntry, readEntry } from "./log/read-entry.ts";
export type { Batch, EncodedEntry } from "./store/batch.ts";
export { assertSameContent, encodeBatch, fromStorableKey, toStorableKey } from "./store/batch.ts";
export type {
  AppendOptions,
  AppendResult,
  ErasableStore,
  EvictOptions,
  EvictResult,
  EvictableStore,
  ReadOptions,
  SearchHit,
  SearchOptions,
  SearchableStore,
  SessionStore,
} from "./store/contract.ts";
export type { DisposalGuard } from "./store/disposal.ts";
export { createDisposalGuard } from "./store/disposal.ts";
export {
  assertNotAborted,
  assertReplaceable,
  duplicateIdError,
  unknownEntryError,
  wrapStoreError,
} from "./store/errors.ts";
export { backOff } from "./store/retry-conflicts.ts";
export type { OpenStateStore, StateStore, StoredConversation } from "./store/state-store.ts";
export type { SearchTerm } from "./store/search-terms.ts";
export { indexText, queryTerms, snippetAround } from "./store/search-terms.ts";
export { isTurnBoundary, searchableText } from "./store/searchable-text.ts";
export { CutpointError, isCutpointError } from "@cutpoint/core";
export { invalidInput } from "@cutpoint/core/kit";
