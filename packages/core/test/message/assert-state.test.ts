import { expect, test } from "vitest";
import { assertUsableState } from "../../src/message/assert-state.ts";
import { emptyDigest } from "../../src/digest/digest.ts";
import { type CompactionState, emptyState } from "../../src/message/state.ts";

const part = { type: "text", text: "said" } as const;
const state: CompactionState = {
  ...emptyState(),
  compactedThrough: "b",
  firstKeptId: "c",
  lastSeenId: "c",
  prefix: [{ kind: "user", sourceId: "a", part }],
  replacements: { c: [part] },
  digest: emptyDigest(),
};

test("a complete state is usable", () => {
  expect(() => assertUsableState(state)).not.toThrow();
  expect(() => assertUsableState(null)).not.toThrow();
  expect(() => assertUsableState({ ...state, digest: null, thinking: undefined })).not.toThrow();
});

const damaged: readonly (readonly [field: string, changes: object])[] = [
  ["state.version", { version: 0 }],
  ["state.compactedThrough", { compactedThrough: "" }],
  ["state.firstKeptId", { firstKeptId: 7 }],
  ["state.lastSeenId", { lastSeenId: undefined }],
  ["state.prefix", { prefix: {} }],
  ["state.prefix[1]", { prefix: [...state.prefix, null] }],
  ["state.prefix[0].part", { prefix: [{ kind: "user", sourceId: null }] }],
  [
    "state.prefix[0].part.text",
    { prefix: [{ kind: "user", sourceId: null, part: { type: "text" } }] },
  ],
  [
    "state.prefix[0].part.type",
    { prefix: [{ kind: "user", sourceId: null, part: { type: "tool-call" } }] },
  ],
  ["state.prefix[0].kind", { prefix: [{ kind: "x", sourceId: null, part }] }],
  [
    "state.prefix[0].origin.by",
    { prefix: [{ kind: "pin", sourceId: null, part, origin: { by: "x" } }] },
  ],
  ["state.replacements", { replacements: [] }],
  ["state.replacements.c", { replacements: { c: part } }],
  ["state.replacements.c[0].type", { replacements: { c: [{ text: "no type" }] } }],
  ["state.pinned", { pinned: null }],
  ["state.digest", { digest: [] }],
  ...["filesRead", "filesModified", "artifacts", "searches", "commands", "hidden"].map(
    (name) => [`state.digest.${name}`, { digest: { ...emptyDigest(), [name]: null } }] as const,
  ),
  ["state.compacted", { compacted: [] }],
  ["state.compacted.turnIds", { compacted: { ...state.compacted, turnIds: "t" } }],
  ["state.calibrations", { calibrations: null }],
  ["state.guard", { guard: undefined }],
  ["state.thinking", { thinking: true }],
];

test.each(damaged)("a damaged %s is named", (field, changes) => {
  expect(() => assertUsableState({ ...state, ...changes })).toThrow(
    expect.objectContaining({
      code: "invalid-input",
      message: expect.stringContaining(`${field} is `) as string,
    }),
  );
});
