import * as z from "zod/mini";
import { assertReadableState, type CompactionState, STATE_VERSION } from "../message/state.ts";
import { anyPart, count, id, prefixPart } from "./message-schema.ts";
import { parseWith } from "./parse-with.ts";

const digest: z.ZodMiniType = z.looseObject({
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

const replacements: z.ZodMiniType = z.record(z.string(), z.array(anyPart));

const state: z.ZodMiniType = z.looseObject({
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
  memory: z.optional(z.json()),
  compacted: z.looseObject({
    items: count,
    from: z.nullable(z.number()),
    to: z.nullable(z.number()),
    turnIds: z.array(z.string()),
  }),
  isChat: z.optional(z.boolean()),
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
  thinking: z.optional(
    z.looseObject({
      requestKey: z.nullable(z.string()),
      validAfter: z.nullable(id),
      isBound: z.boolean(),
    }),
  ),
  subAgents: z.optional(z.array(id)),
});

/**
 * Returns a compaction state after checking it.
 *
 * @throws `unsupported-version` if a newer release wrote it, `invalid-input` if it is not a state
 */
export function parseState(value: unknown, field = "state"): CompactionState {
  assertReadableState(value, field);
  return parseWith(state, value, field) as CompactionState;
}
