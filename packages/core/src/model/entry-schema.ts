import * as z from "zod/mini";
import { checked } from "./checked.ts";
import type { Entry } from "./entry.ts";
import { MARK_VERSION, type Mark } from "./mark.ts";
import { anyPart, count, headPart, id, json, message } from "./message-schema.ts";
import { requireReadableMark } from "./readable-mark.ts";

const digest = z.looseObject({
  filesRead: z.array(z.string()),
  filesModified: z.array(z.string()),
  artifacts: z.array(
    z.looseObject({
      path: z.string(),
      mime: z.nullable(z.string()),
      visibility: z.nullable(z.string()),
      sourcesUsed: z.array(z.string()),
    }),
  ),
  searches: z.array(
    z.looseObject({
      tool: z.string(),
      query: z.string(),
      paths: z.array(z.string()),
      turnIds: z.array(z.string()),
    }),
  ),
  commands: z.array(
    z.looseObject({
      command: z.string(),
      exitCode: z.nullable(z.number()),
      files: z.array(z.string()),
    }),
  ),
  hidden: z.array(z.looseObject({ id: z.string(), replacement: z.string() })),
});

const replaced = z.record(z.string(), z.array(anyPart));

const mark = z.looseObject({
  version: z.literal(MARK_VERSION),
  requires: z.string(),
  coveredThrough: z.nullable(id),
  firstKeptId: z.nullable(id),
  seenThrough: z.nullable(id),
  head: z.array(
    z.looseObject({
      kind: z.enum([
        "system",
        "preamble",
        "pin",
        "first-request",
        "human",
        "state",
        "summary",
        "digest",
        "end",
      ]),
      sourceId: z.nullable(z.string()),
      part: headPart,
    }),
  ),
  replaced,
  pinned: z.record(z.string(), z.string()),
  digest: z.nullable(digest),
  covered: z.looseObject({
    items: count,
    from: z.nullable(z.number()),
    to: z.nullable(z.number()),
    turnIds: z.array(z.string()),
  }),
  calibrations: z.record(
    z.string(),
    z.looseObject({
      ratio: count,
      constantTokens: count,
      samples: count,
      estimatedTokens: count,
      reportedTokens: count,
    }),
  ),
  guard: z.looseObject({
    compactedThrough: z.nullable(id),
    recoveredFor: z.nullable(id),
    misses: count,
    missedFor: z.nullable(id),
    missedTokens: count,
  }),
  subAgents: z.optional(z.array(id)),
});

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
    mark,
    receipt: z.nullable(receipt),
  }),
  z.looseObject({
    ...link,
    type: z.literal("hide"),
    replaced,
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
 * A mark from outside, checked.
 *
 * @throws `unsupported-version` where a newer release wrote it; `invalid-input` where it is no mark
 */
export function parseMark(value: unknown, field = "mark"): Mark {
  requireReadableMark(value, field);
  return checked(mark, value, field) as Mark;
}

/**
 * A log entry from outside, checked. Fields that this release does not know are kept.
 *
 * @throws `unsupported-version` where it holds a mark that a newer release wrote; `invalid-input` where it is no entry
 */
export function parseEntry(value: unknown, field = "entry"): Entry {
  if (isRecord(value) && value["type"] === "compaction")
    requireReadableMark(value["mark"], `${field}.mark`);
  return checked(entry, value, field) as Entry;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
