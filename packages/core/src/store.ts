export { CutpointError, isCutpointError } from "./model/error.ts";
export type { Batch, EncodedEntry } from "./log/batch.ts";
export {
  duplicateId,
  encodeBatch,
  requireNotAborted,
  requireSameContent,
  storableKey,
  textOfKey,
  unknownEntry,
} from "./log/batch.ts";
export type { Term } from "./log/search-terms.ts";
export { indexText, queryTerms } from "./log/search-terms.ts";
export { searchableText } from "./log/searchable-text.ts";
export { snippetOf } from "./log/snippet.ts";
export { isEvicted, tombstoneOf } from "./log/tombstone.ts";
export { isKnownEntry, readEntry } from "./model/read-entry.ts";
export { isSameJson } from "./model/same-json.ts";
