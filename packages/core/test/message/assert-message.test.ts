import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { assertMessage } from "../../src/message/assert-message.ts";
import { isCutpointError } from "../../src/message/error.ts";
import { faultsBySchema } from "../support/message-schema.ts";
import { anyMessage } from "../support/messages.ts";
import { cases } from "../../../../tooling/laws/src/cases.ts";

const RUNS = cases(1_500);

/** The field that the error of `assertMessage` names; `null` if it accepts a value. */
function faultOf(value: unknown): string | null {
  try {
    assertMessage(value);
    return null;
  } catch (error) {
    if (!isCutpointError(error, "invalid-input")) throw error;
    return error.message.split(" is ")[0] ?? "";
  }
}

/** Values that a field should not have; some of them are right in some fields. */
const odd = fc.constantFrom<unknown>(
  undefined,
  null,
  true,
  0,
  -1,
  1.5,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  "",
  "text",
  "user",
  [],
  [null],
  [{ type: "text" }],
  {},
  { inputTokens: 1, outputTokens: "2" },
  { when: new Date(0) },
  () => 1,
  Symbol.for("x"),
  new Map(),
);

const KEYS = [
  "role",
  "parts",
  "provenance",
  "callId",
  "name",
  "failed",
  "model",
  "finishReason",
  "usage",
  "group",
  "adapterMetadata",
  "unknownField",
];

const PART_KEYS = [
  "type",
  "text",
  "signature",
  "mediaType",
  "url",
  "name",
  "callId",
  "arguments",
  "kind",
  "value",
  "unknownField",
];

const USAGE_KEYS = ["inputTokens", "outputTokens", "cacheReadTokens", "cacheWriteTokens"];

type Fields = Record<string, unknown>;

/** A message with one wrong field, in itself, in one of its parts or in its usage: mostly in a field that it has. */
const damaged: fc.Arbitrary<unknown> = fc
  .tuple(anyMessage, fc.nat(2), fc.nat(), fc.nat(), odd, fc.boolean())
  .map(([message, place, index, key, value, isRemoved]) => {
    const copy = structuredClone(message) as unknown as Fields;
    const parts = copy["parts"] as Fields[];
    const inside = [undefined, parts[index % parts.length], copy["usage"] as Fields][place];
    const target = inside ?? copy;
    const known = [KEYS, PART_KEYS, USAGE_KEYS][inside === undefined ? 0 : place] ?? [];
    const names = [...Object.keys(target), ...Object.keys(target), ...known];
    const field = names[key % names.length] ?? "";
    if (isRemoved) delete target[field];
    else target[field] = value;
    return copy;
  });

describe("assertMessage agrees with a schema of messages", () => {
  test("on messages", () => {
    fc.assert(
      fc.property(anyMessage, (message) => {
        expect([faultOf(message), faultsBySchema(message)]).toEqual([null, []]);
      }),
      RUNS,
    );
  });

  test("on messages with a wrong field, and names a wrong field", () => {
    let accepted = 0;
    fc.assert(
      fc.property(damaged, (value) => {
        const fault = faultOf(value);
        const faults: readonly (string | null)[] = faultsBySchema(value);
        expect(faults.length === 0 ? [null] : faults).toContain(fault);
        if (fault === null) accepted += 1;
      }),
      RUNS,
    );
    expect(accepted).toBeGreaterThan(RUNS.numRuns / 5);
    expect(accepted).toBeLessThan((RUNS.numRuns * 9) / 10);
  });

  test("on values that are not messages", () => {
    fc.assert(
      fc.property(fc.oneof(odd, fc.anything({ maxDepth: 3 })), (value) => {
        expect(faultOf(value) === null).toBe(faultsBySchema(value).length === 0);
      }),
      RUNS,
    );
  });
});

test("the error names the field, its value and what is expected", () => {
  const message = { role: "user", provenance: "user", parts: [{ type: "text", text: 5 }] };
  expect(() => assertMessage(message, "messages[3]")).toThrow(
    /^messages\[3\]\.parts\[0\]\.text is 5: expected a string$/,
  );
  expect(() => assertMessage({ role: "agent" })).toThrow(
    /^message\.role is "agent": expected "system" or "user" or "assistant" or "tool"$/,
  );
});

test.each([
  ["a large integer", 1n],
  ["toJSON", { toJSON: (): never => expect.unreachable() }],
])("an unknown field with %s is rejected, since JSON cannot contain it", (_kind, note) => {
  const message = { role: "user", provenance: "user", parts: [] };
  expect(() => assertMessage({ ...message, note })).toThrow(/^message\.note is /);
  expect(() => assertMessage({ ...message, note: new Date(0) })).not.toThrow();
  expect(() => assertMessage({ ...message, parts: [{ type: "text", text: "", note }] })).toThrow(
    /^message\.parts\[0\]\.note is /,
  );
});
