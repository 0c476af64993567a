import * as z from "zod/mini";
import { checked } from "./checked.ts";
import type { Entry } from "./entry.ts";
import type { Json } from "./json.ts";
import { MARK_VERSION, type Mark } from "./mark.ts";
import type { Message } from "./message.ts";
import { requireReadableMark } from "./readable-mark.ts";

const count = z.number().check(z.nonnegative(), z.refine(Number.isFinite, "a finite number"));
const id = z.string().check(z.minLength(1));
const json: z.ZodMiniType<Json> = z.json();

const textPart = z.looseObject({ type: z.literal("text"), text: z.string() });
const reasoningPart = z.looseObject({
  type: z.literal("reasoning"),
  text: z.string(),
  sealed: z.optional(z.string()),
});
const filePart = z.looseObject({
  type: z.literal("file"),
  mediaType: id,
  url: id,
  name: z.optional(z.string()),
});
const toolCallPart = z.looseObject({
  type: z.literal("tool-call"),
  callId: id,
  name: id,
  arguments: z.string(),
});
const otherPart = z.looseObject({ type: z.literal("other"), kind: id, value: json });

const anyPart = z.discriminatedUnion("type", [
  textPart,
  reasoningPart,
  filePart,
  toolCallPart,
  otherPart,
]);
const contentParts = z.array(z.discriminatedUnion("type", [textPart, filePart, otherPart]));

const luggage = { host: z.optional(json), group: z.optional(id) };

const reportedUsage = z.looseObject({
  inputTokens: count,
  outputTokens: count,
  cacheReadTokens: z.optional(count),
  cacheWriteTokens: z.optional(count),
});

const message = z.discriminatedUnion("role", [
  z.looseObject({ role: z.literal("system"), parts: z.array(textPart), ...luggage }),
  z.looseObject({
    role: z.literal("user"),
    provenance: z.enum(["human", "host", "summary"]),
    parts: contentParts,
    ...luggage,
  }),
  z.looseObject({
    role: z.literal("assistant"),
    parts: z.array(anyPart),
    model: z.optional(z.string()),
    outcome: z.optional(z.enum(["complete", "length", "aborted", "failed"])),
    usage: z.optional(reportedUsage),
    ...luggage,
  }),
  z.looseObject({
    role: z.literal("tool"),
    callId: id,
    name: id,
    failed: z.optional(z.boolean()),
    useless: z.optional(z.boolean()),
    parts: contentParts,
    ...luggage,
  }),
]);

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
      part: z.discriminatedUnion("type", [textPart, filePart]),
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
 * A message from outside, checked. Fields that this release does not know are kept.
 *
 * @param field what the value is called in the error
 * @throws `invalid-input` naming the field, its value and what would be right
 */
export function parseMessage(value: unknown, field = "message"): Message {
  return checked(message, value, field) as Message;
}

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
