export { CutpointError, isCutpointError } from "./model/error.ts";
export type { Batch, EncodedEntry } from "./log/batch.ts";
export { encodeBatch, requireSameContent, storableKey, textOfKey } from "./log/batch.ts";
export { isPause } from "./log/pause.ts";
export type { Term } from "./log/search-terms.ts";
export { indexText, queryTerms } from "./log/search-terms.ts";
export { searchableText } from "./log/searchable-text.ts";
export { snippetOf } from "./log/snippet.ts";
export {
  duplicateId,
  failedTo,
  requireNotAborted,
  requireReplaceable,
  unknownEntry,
} from "./log/store-errors.ts";
export { isEvicted, tombstoneOf } from "./log/tombstone.ts";
export type { Usability } from "./log/usability.ts";
export { createUsability } from "./log/usability.ts";
export { isKnownEntry, readEntry } from "./model/read-entry.ts";
export { isSameJson } from "./model/same-json.ts";
