import { assistantMessage, digestOf, isCutpointError, userMessage } from "@cutpoint/core";
import { emptyState } from "@cutpoint/core/kit";
import { describe, expect, test } from "vitest";
import type { Entry } from "../../src/log/entry.ts";
import { parseEntry } from "../../src/log/entry-schema.ts";
import { readEntry } from "../../src/log/read-entry.ts";

const link = { id: "2", parentId: "1", at: 5 } as const;
const call = { callId: "c", name: "read", arguments: "{}" };
const receipt = { reason: "manual", method: "pruning", tokensBefore: 20, tokensAfter: 10 };
const shown = {
  a: [{ type: "text", text: "[hidden]" }],
};

const valid: Readonly<Record<Entry["type"], Readonly<Record<string, unknown>>>> = {
  message: { ...link, type: "message", message: assistantMessage("x", [call]), turnId: "t" },
  compaction: { ...link, type: "compaction", reason: "manual", state: emptyState(), receipt },
  hide: { ...link, type: "hide", replacements: { a: shown.a }, receipt },
  pin: { ...link, type: "pin", pinId: "2", itemId: "1", message: userMessage("x") },
  branch: {
    ...link,
    type: "branch",
    from: "1",
    summary: { text: "x", origin: "own", digest: digestOf([], null), details: { a: [1] } },
  },
  note: { ...link, type: "note", kind: "label", value: { any: "json" } },
  tombstone: { ...link, type: "tombstone", reason: "erased" },
};

const state = emptyState();
const summary = { text: "x", origin: "own", digest: digestOf([], null) };

/** Entries that only parseEntry rejects, with the field in the error. */
const wrongInside: readonly (readonly [field: string, value: Record<string, unknown>])[] = [
  ["entry.message.role", { ...valid.message, message: { role: "nobody", parts: [] } }],
  ["entry.message.parts[0].text", { ...valid.message, message: withPart({ type: "text" }) }],
  ["entry.turnId", { ...valid.message, turnId: "" }],
  ["entry.stale", { ...valid.message, stale: "yes" }],
  ["entry.reason", { ...valid.compaction, reason: "whim" }],
  [
    "entry.state.prefix[0].kind",
    withState({ prefix: [{ kind: "x", sourceId: null, part: { type: "text", text: "x" } }] }),
  ],
  ["entry.state.compacted.items", withState({ compacted: { ...state.compacted, items: -1 } })],
  ["entry.state.guard.failures", withState({ guard: { ...state.guard, failures: "many" } })],
  ["entry.state.subAgents[0]", withState({ subAgents: [""] })],
  ["entry.receipt.tokensAfter", { ...valid.compaction, receipt: { ...receipt, tokensAfter: "1" } }],
  ["entry.receipt", { ...valid.compaction, receipt: undefined }],
  ["entry.replacements.a[0].text", { ...valid.hide, replacements: { a: [{ type: "text" }] } }],
  ["entry.replacements.a[0].type", { ...valid.hide, replacements: { a: [{ type: 1 }] } }],
  ["entry.receipt.method", { ...valid.hide, receipt: { ...receipt, method: 1 } }],
  ["entry.pinId", { ...valid.pin, pinId: "" }],
  ["entry.message.parts", { ...valid.pin, message: { role: "user", provenance: "user" } }],
  ["entry.summary.origin", { ...valid.branch, summary: { ...summary, origin: "elsewhere" } }],
  [
    "entry.summary.digest.filesModified",
    { ...valid.branch, summary: { ...summary, digest: { ...summary.digest, filesModified: 1 } } },
  ],
  ["entry.kind", { ...valid.note, kind: "" }],
  ["entry.reason", { ...valid.tombstone, reason: "lost" }],
];

function withPart(part: unknown): unknown {
  return { role: "user", provenance: "user", parts: [part] };
}

function withState(changes: Record<string, unknown>): Record<string, unknown> {
  return { ...valid.compaction, state: { ...state, ...changes } };
}

function errorOf(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error;
  }
}

describe.each([
  ["parseEntry", parseEntry],
  ["readEntry", readEntry],
] as const)("%s", (_name, check) => {
  test.each(Object.entries(valid))("returns the same %s entry", (_type, entry) => {
    const withUnknownField = { ...entry, later: true };
    expect(check(withUnknownField)).toBe(withUnknownField);
  });

  test.each([
    ["entry", null],
    ["entry", []],
    ["entry.id", { ...valid.note, id: "" }],
    ["entry.parentId", { ...valid.note, parentId: 1 }],
    ["entry.at", { ...valid.note, at: -1 }],
    ["entry.type", { ...link, type: 7 }],
    ["entry.replacements", { ...valid.hide, replacements: undefined }],
    ["entry.state", { ...valid.compaction, state: undefined }],
  ])("names %s of an entry that is not linked or has no content", (field, value) => {
    const error = errorOf(() => check(value));
    expect(isCutpointError(error, "invalid-input")).toBe(true);
    expect(String(error)).toContain(`${field} is`);
  });

  test("rejects the state of a newer release", () => {
    const error = errorOf(() => check(withState({ version: 3, requires: "9.1.0" }), "line 3"));
    expect(isCutpointError(error, "unsupported-version")).toBe(true);
    expect(String(error)).toContain("line 3.state.version is 3");
    expect(String(error)).toContain("9.1.0");
  });
});

describe("checks of parseEntry only", () => {
  test.each(wrongInside)("%s", (field, value) => {
    const error = errorOf(() => parseEntry(value));
    expect(isCutpointError(error, "invalid-input"), String(error)).toBe(true);
    expect(String(error)).toContain(`${field} is`);
    expect(readEntry(value)).toBe(value);
  });

  test("parseEntry rejects an unknown type, and readEntry returns it unchanged", () => {
    const later = { ...link, type: "bookmark" };
    expect(() => parseEntry(later)).toThrow(/entry\.type is "bookmark"/);
    expect(readEntry(later)).toBe(later);
  });

  test("replacements may hold the parts of any role", () => {
    const entry = { ...valid.hide, replacements: { a: [call].map(asPart), b: shown.a } };
    expect(parseEntry(entry)).toBe(entry);
  });
});

function asPart(one: typeof call): unknown {
  return { type: "tool-call", ...one };
}
