import type { CompactionReason } from "@cutpoint/core";
import { emptyState, isRecord } from "@cutpoint/core/kit";
import { parseState } from "@cutpoint/core/schema";
import * as is from "@cutpoint/core/session";
import type { Entry } from "./entry.ts";

const REASONS: Readonly<Record<CompactionReason, true>> = {
  threshold: true,
  overflow: true,
  manual: true,
  "model-change": true,
  idle: true,
  tool: true,
  reset: true,
  revert: true,
};
const reason = is.oneOf(...Object.keys(REASONS));
const link: is.Fields = { id: is.name, parentId: is.orNull(is.name), at: is.count };
const receipt = is.fields({
  reason,
  method: is.text,
  tokensBefore: is.count,
  tokensAfter: is.count,
});
const summary = is.fields({
  text: is.text,
  origin: is.oneOf("own", "hook"),
  details: is.optional(is.json),
});
const stale: is.Check = (value) => (value === true ? null : is.wrong(value, "expected true"));

/** The fields of each type, except states, digests and replacements. */
const FIELDS: Readonly<Record<Entry["type"], is.Fields>> = {
  message: { message: is.message, turnId: is.optional(is.name), stale: is.optional(stale) },
  compaction: { reason, receipt: is.orNull(receipt) },
  hide: { receipt: is.optional(receipt) },
  pin: { pinId: is.name, itemId: is.optional(is.name), message: is.orNull(is.message) },
  branch: { from: is.orNull(is.name), summary: is.orNull(summary) },
  note: { kind: is.name, value: is.json },
  tombstone: { reason: is.oneOf("erased", "evicted") },
};
const entry = is.variant(
  "type",
  Object.fromEntries(
    Object.entries(FIELDS).map(([type, known]) => [type, is.fields({ ...link, ...known })]),
  ),
);

/**
 * Checks every field of a log entry and returns the entry. Unknown fields are kept.
 *
 * @throws `unsupported-version` if a newer release wrote its state; `invalid-input` if it is not an entry
 */
export function parseEntry(value: unknown, field = "entry"): Entry {
  if (isRecord(value) && value["type"] === "compaction")
    is.assertReadableState(value["state"], `${field}.state`);
  is.assertValid(value, entry, field);
  const checked = value as Entry;
  parseParts(checked, field);
  return checked;
}

/** Checks what an entry has of a state. */
function parseParts(parsed: Entry, field: string): void {
  switch (parsed.type) {
    case "compaction":
      parseState(parsed.state, `${field}.state`);
      return;
    case "hide":
      parseState({ ...emptyState(), replacements: parsed.replacements }, field);
      return;
    case "branch":
      if (parsed.summary !== null)
        parseState({ ...emptyState(), digest: parsed.summary.digest }, `${field}.summary`);
      return;
    default:
  }
}
