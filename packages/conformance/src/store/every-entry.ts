import type { CompactionState } from "@cutpoint/core";
import type { Entry } from "@cutpoint/session";

const state: CompactionState = {
  version: 1,
  requires: "0.1.0",
  compactedThrough: "message",
  firstKeptId: null,
  lastSeenId: "message",
  prefix: [{ kind: "summary", sourceId: null, part: { type: "text", text: "Earlier messages." } }],
  replacements: { message: [{ type: "text", text: "[left out]" }] },
  pinned: { message: "pin" },
  digest: null,
  compacted: { items: 1, from: 1, to: null, turnIds: ["turn"] },
  calibrations: {},
  guard: {
    compactedAtItemId: null,
    recoveredUserMessageId: null,
    failures: 0,
    failedUserMessageId: null,
    tokensAtFailure: 0,
  },
  subAgents: ["child"],
};

const link = { parentId: null, at: 1_700_000_000_000 };

/** An unknown field, such as one of a later release. */
const future = { laterField: { kept: [true, null, 1.5] } };

/** One entry of each type, each with an unknown field. */
export const entriesOfEveryType: readonly Entry[] = [
  {
    ...link,
    id: "message",
    type: "message",
    turnId: "turn",
    stale: true,
    message: {
      role: "assistant",
      model: "a-model",
      finishReason: "stop",
      usage: { inputTokens: 10, outputTokens: 2, cacheReadTokens: 0 },
      parts: [
        { type: "reasoning", text: "I think", signature: "c2VhbA==" },
        { type: "text", text: "Looking." },
        { type: "tool-call", callId: "call", name: "read", arguments: '{"path": "a.ts" }' },
        { type: "file", mediaType: "image/png", url: "data:image/png;base64,AAAA", name: "a.png" },
        { type: "other", kind: "hosted", value: { deep: [[], {}, "", 0, false, null] } },
      ],
      adapterMetadata: { any: ["value"] },
      group: "group",
    },
    ...future,
  },
  {
    ...link,
    id: "compaction",
    type: "compaction",
    reason: "reset",
    state,
    receipt: null,
    ...future,
  },
  {
    ...link,
    id: "hide",
    type: "hide",
    replacements: { message: [] },
    ...future,
  },
  { ...link, id: "pin", type: "pin", pinId: "pin", itemId: "message", message: null, ...future },
  {
    ...link,
    id: "branch",
    type: "branch",
    from: "pin",
    summary: { text: "A way not taken.", origin: "hook", digest: null, details: { files: 3 } },
    ...future,
  },
  { ...link, id: "tombstone", type: "tombstone", reason: "erased", ...future },
  { ...link, id: "note", type: "note", kind: "host", value: [], ...future },
] as readonly Entry[];
