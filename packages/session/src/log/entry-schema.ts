import type { CutpointError } from "@cutpoint/core";
import { emptyState, invalidInput } from "@cutpoint/core/kit";
import { parseMessage, parseState } from "@cutpoint/core/schema";
import * as z from "zod/mini";
import type { Entry } from "./entry.ts";
import { assertReadableCompaction } from "./read-entry.ts";

const id = z.string().check(z.minLength(1));
const count = z.number().check(z.nonnegative(), z.refine(Number.isFinite, "a finite number"));
const link = { id, parentId: z.nullable(id), at: count };
const reason = z.enum([
  "threshold",
  "overflow",
  "manual",
  "model-change",
  "idle",
  "reset",
  "revert",
]);
const receipt = z.looseObject({
  reason,
  method: z.string(),
  tokensBefore: count,
  tokensAfter: count,
});

/** What links an entry to the log, and what makes its type. Messages and states have schemas of their own in core. */
const entry = z.discriminatedUnion("type", [
  z.looseObject({
    ...link,
    type: z.literal("message"),
    message: z.unknown(),
    turnId: z.optional(id),
    stale: z.optional(z.literal(true)),
  }),
  z.looseObject({
    ...link,
    type: z.literal("compaction"),
    reason,
    state: z.unknown(),
    receipt: z.nullable(receipt),
  }),
  z.looseObject({
    ...link,
    type: z.literal("hide"),
    replacements: z.unknown(),
    repeats: z.optional(z.record(z.string(), id)),
    receipt: z.optional(receipt),
  }),
  z.looseObject({
    ...link,
    type: z.literal("pin"),
    pinId: id,
    itemId: z.optional(id),
    message: z.unknown(),
  }),
  z.looseObject({
    ...link,
    type: z.literal("branch"),
    from: z.nullable(id),
    summary: z.nullable(
      z.looseObject({
        text: z.string(),
        origin: z.enum(["own", "hook"]),
        digest: z.unknown(),
        details: z.optional(z.json()),
      }),
    ),
  }),
  z.looseObject({ ...link, type: z.literal("note"), kind: id, value: z.json() }),
  z.looseObject({
    ...link,
    type: z.literal("tombstone"),
    reason: z.enum(["erased", "evicted"]),
  }),
]);

/**
 * Returns a log entry from outside after checking it. Fields that this release does not know are kept.
 *
 * @throws `unsupported-version` if a newer release wrote its state; `invalid-input` if it is not an entry
 */
export function parseEntry(value: unknown, field = "entry"): Entry {
  if (isRecord(value) && value["type"] === "compaction") assertReadableCompaction(value, field);
  const result = entry.safeParse(value);
  if (!result.success) throw invalidEntry(value, field, result.error.issues[0]);
  parseContent(result.data, field);
  return value as Entry;
}

/** Checks what core has schemas for. Replacements and digests are checked as those of a state. */
function parseContent(parsed: z.infer<typeof entry>, field: string): void {
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
  const place = path.map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`));
  let found = value;
  for (const key of path)
    found = isRecord(found) || Array.isArray(found) ? Reflect.get(found, key) : undefined;
  return invalidInput(`${field}${place.join("")}`, found, `expected ${expectedBy(issue)}`);
}

function expectedBy(issue: z.core.$ZodIssue | undefined): string {
  switch (issue?.code) {
    case "invalid_type":
      return issue.expected;
    case "invalid_value":
      return issue.values.map((one) => JSON.stringify(one)).join(" or ");
    case "too_small":
      return "a value that is not empty";
    case "invalid_union":
      return "a known type of entry";
    default:
      return issue?.message ?? "a log entry";
  }
}

function isRecord(value: unknown): value is Record<PropertyKey, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
