import type { CutpointError } from "@cutpoint/core";
import { emptyState, invalidInput, isRecord } from "@cutpoint/core/kit";
import { parseMessage, parseState } from "@cutpoint/core/schema";
import * as z from "zod/mini";
import type { Entry } from "./entry.ts";
import { assertReadableCompaction } from "./read-entry.ts";

const id = z.string().check(z.minLength(1));
const count = z.number().check(z.nonnegative(), z.refine(Number.isFinite, "a finite number"));
const reasons = ["threshold", "overflow", "manual", "model-change", "idle", "reset", "revert"];
const reason = z.enum(reasons);
const receipt = z.looseObject({
  reason,
  method: z.string(),
  tokensBefore: count,
  tokensAfter: count,
});
const summary = z.looseObject({
  text: z.string(),
  origin: z.enum(["own", "hook"]),
  digest: z.unknown(),
  details: z.optional(z.json()),
});

/** The fields of each type, except messages and states, which core checks. */
const entry = z.discriminatedUnion("type", [
  entryOf("message", {
    message: z.unknown(),
    turnId: z.optional(id),
    stale: z.optional(z.literal(true)),
  }),
  entryOf("compaction", { reason, state: z.unknown(), receipt: z.nullable(receipt) }),
  entryOf("hide", {
    replacements: z.unknown(),
    receipt: z.optional(receipt),
  }),
  entryOf("pin", { pinId: id, itemId: z.optional(id), message: z.unknown() }),
  entryOf("branch", { from: z.nullable(id), summary: z.nullable(summary) }),
  entryOf("note", { kind: id, value: z.json() }),
  entryOf("tombstone", { reason: z.enum(["erased", "evicted"]) }),
]);

function entryOf(type: Entry["type"], fields: z.core.$ZodLooseShape): z.ZodMiniObject {
  const link = { id, parentId: z.nullable(id), at: count };
  return z.looseObject({ ...link, type: z.literal(type), ...fields });
}

/**
 * Checks every field of a log entry and returns the entry. Unknown fields are kept.
 *
 * @throws `unsupported-version` if a newer release wrote its state; `invalid-input` if it is not an entry
 */
export function parseEntry(value: unknown, field = "entry"): Entry {
  if (isRecord(value) && value["type"] === "compaction") assertReadableCompaction(value, field);
  const result = entry.safeParse(value);
  if (!result.success) throw invalidEntry(value, field, result.error.issues[0]);
  const checked = value as Entry;
  parseContent(checked, field);
  return checked;
}

/** Checks messages and states with the schemas of core; replacements and digests as part of a state. */
function parseContent(parsed: Entry, field: string): void {
  switch (parsed.type) {
    case "message":
      parseMessage(parsed.message, `${field}.message`);
      return;
    case "pin":
      if (parsed.message !== null) parseMessage(parsed.message, `${field}.message`);
      return;
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
    case "note":
    case "tombstone":
  }
}

function invalidEntry(
  value: unknown,
  field: string,
  issue: z.core.$ZodIssue | undefined,
): CutpointError {
  const path = issue?.path ?? [];
  const keys = path.map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`));
  let found = value;
  for (const key of path)
    found = isRecord(found) || Array.isArray(found) ? Reflect.get(found, key) : undefined;
  return invalidInput(`${field}${keys.join("")}`, found, `expected ${expectedBy(issue)}`);
}

function expectedBy(issue: z.core.$ZodIssue | undefined): string {
  switch (issue?.code) {
    case "invalid_type":
      return issue.expected;
    case "invalid_value":
      return issue.values.map((each) => JSON.stringify(each)).join(" or ");
    case "too_small":
      return "a non-empty value";
    case "invalid_union":
      return "a known entry type";
    default:
      return issue?.message ?? "a log entry";
  }
}
