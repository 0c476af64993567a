import { assertReadableCompaction } from "@cutpoint/core/kit";
import * as z from "zod/mini";
import { count, id, json, message } from "../../../core/src/schema/message-schema.ts";
import { parseWith } from "../../../core/src/schema/parse-with.ts";
import {
  digest,
  reason,
  receipt,
  replacements,
  state,
} from "../../../core/src/schema/state-schema.ts";
import type { Entry } from "./entry.ts";

const link = { id, parentId: z.nullable(id), at: count };

const entry = z.discriminatedUnion("type", [
  z.looseObject({
    ...link,
    type: z.literal("message"),
    message,
    turnId: z.optional(id),
    stale: z.optional(z.literal(true)),
  }),
  z.looseObject({
    ...link,
    type: z.literal("compaction"),
    reason,
    state,
    receipt: z.nullable(receipt),
  }),
  z.looseObject({
    ...link,
    type: z.literal("hide"),
    replacements,
    repeats: z.optional(z.record(z.string(), id)),
    receipt: z.optional(receipt),
  }),
  z.looseObject({
    ...link,
    type: z.literal("pin"),
    pinId: id,
    itemId: z.optional(id),
    message: z.nullable(message),
  }),
  z.looseObject({
    ...link,
    type: z.literal("branch"),
    from: z.nullable(id),
    summary: z.nullable(
      z.looseObject({
        text: z.string(),
        origin: z.enum(["own", "hook"]),
        digest: z.nullable(digest),
        details: z.optional(json),
      }),
    ),
  }),
  z.looseObject({ ...link, type: z.literal("note"), kind: id, value: json }),
  z.looseObject({
    ...link,
    type: z.literal("tombstone"),
    reason: z.enum(["erased", "evicted"]),
  }),
]);

/**
 * A log entry from outside, checked. Fields that this release does not know are kept.
 *
 * @throws `unsupported-version` where it holds a mark that a newer release wrote; `invalid-input` where it is no entry
 */
export function parseEntry(value: unknown, field = "entry"): Entry {
  if (isRecord(value) && value["type"] === "compaction") assertReadableCompaction(value, field);
  return parseWith(entry, value, field) as Entry;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
