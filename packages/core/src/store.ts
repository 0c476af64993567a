export { CutpointError, isCutpointError } from "./model/error.ts";
export type { Batch, EncodedEntry } from "./log/batch.ts";
export { encodeBatch, assertSameContent, toStorableKey, fromStorableKey } from "./log/batch.ts";
export { isTurnBoundary } from "./log/pause.ts";
export type { SearchTerm } from "./log/search-terms.ts";
export { indexText, queryTerms } from "./log/search-terms.ts";
export { searchableText } from "./log/searchable-text.ts";
export { snippetAround } from "./log/snippet.ts";
export {
  duplicateIdError,
  wrapStoreError,
  assertNotAborted,
  assertReplaceable,
  unknownEntryError,
} from "./log/store-errors.ts";
export { isEvicted, createTombstone } from "./log/tombstone.ts";
export type { DisposalGuard } from "./log/usability.ts";
export { createDisposalGuard } from "./log/usability.ts";
export { isKnownEntry, readEntry } from "./model/read-entry.ts";
export { isSameJson } from "./model/same-json.ts";
