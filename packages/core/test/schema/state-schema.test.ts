import { expect, test } from "vitest";
import type { TextPart } from "../../src/message/message.ts";
import { emptyState } from "../../src/message/state.ts";
import { parseState } from "../../src/schema/state-schema.ts";

const reasoning = { type: "reasoning", text: "thought" } as const;
const textPart = (text: string): TextPart => ({ type: "text", text });

test("a state of a newer release is rejected and the error names the required release", () => {
  const newer = { ...emptyState(), version: 99, requires: "7.1.0" };
  expect(() => parseState(newer)).toThrow(/use @cutpoint\/core 7\.1\.0 or newer/);
});

test("a state comes through JSON as it was", () => {
  const state = emptyState();
  expect(parseState(JSON.parse(JSON.stringify(state)))).toEqual(state);
});

test.each<readonly [field: string, changes: object]>([
  ["state.requires", { requires: 1 }],
  ["state.prefix[0].kind", { prefix: [{ kind: "x", sourceId: null, part: textPart("said") }] }],
  ["state.prefix[0].sourceId", { prefix: [{ kind: "user", part: textPart("said") }] }],
  ["state.prefix[0].part.type", { prefix: [{ kind: "user", sourceId: "a", part: reasoning }] }],
  ["state.replacements.c[0].text", { replacements: { c: [{ type: "text" }] } }],
  ["state.compacted.from", { compacted: { items: 1, from: "now", to: null, turnIds: [] } }],
  ["state.isChat", { isChat: 1 }],
  ["state.guard.compactedAtItemId", { guard: { failures: 0, tokensAtFailure: 0 } }],
  ["state.thinking.isBound", { thinking: { requestKey: null, validAfter: null } }],
  ["state.subAgents[0]", { subAgents: [""] }],
])("a damaged %s is rejected by name", (field, changes) => {
  const damaged = { ...emptyState(), ...changes };
  expect(() => parseState(damaged)).toThrow(
    expect.objectContaining({ message: expect.stringContaining(`${field} is `) as string }),
  );
});
