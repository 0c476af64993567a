import * as z from "zod/mini";
import { parseWith } from "./checked.ts";
import type { Entry } from "./entry.ts";
import { STATE_VERSION, type CompactionState } from "./mark.ts";
import { anyPart, count, prefixPart, id, json, message } from "./message-schema.ts";
import { assertReadableCompaction, assertReadableState } from "./readable-mark.ts";

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

const replacements = z.record(z.string(), z.array(anyPart));

const state = z.looseObject({
  version: z.literal(STATE_VERSION),
  requires: z.string(),
  compactedThrough: z.nullable(id),
  firstKeptId: z.nullable(id),
  lastSeenId: z.nullable(id),
  prefix: z.array(
    z.looseObject({
      kind: z.enum([
        "system",
        "preamble",
        "pin",
        "first-request",
        "user",
        "reminder",
        "summary",
        "digest",
        "end",
      ]),
      sourceId: z.nullable(z.string()),
      part: prefixPart,
    }),
  ),
  replacements,
  pinned: z.record(z.string(), z.string()),
  digest: z.nullable(digest),
  compacted: z.looseObject({
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
    compactedAtItemId: z.nullable(id),
    recoveredUserMessageId: z.nullable(id),
    failures: count,
    failedUserMessageId: z.nullable(id),
    tokensAtFailure: count,
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
 * A state from outside, checked.
 *
 * @throws `unsupported-version` where a newer release wrote it; `invalid-input` where it is no state
 */
export function parseState(value: unknown, field = "state"): CompactionState {
  assertReadableState(value, field);
  return parseWith(state, value, field) as CompactionState;
}

/**
 * A log entry from outside, checked. Fields that this release does not know are kept.
 *
 * @throws `unsupported-version` where it holds a state that a newer release wrote; `invalid-input` where it is no entry
 */
export function parseEntry(value: unknown, field = "entry"): Entry {
  if (isRecord(value) && value["type"] === "compaction") assertReadableCompaction(value, field);
  return parseWith(entry, value, field) as Entry;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
