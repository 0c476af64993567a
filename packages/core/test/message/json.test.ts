import * as fc from "fast-check";
import { expect, test } from "vitest";
import { findNonJsonPath } from "../../src/message/json.ts";
import { parseMessage } from "../../src/schema/message-schema.ts";

const notJson = fc.constantFrom<unknown>(
  undefined,
  () => "a function",
  Symbol("a symbol"),
  1n,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  new Date(0),
  new Map(),
);

test("JSON values are accepted", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(findNonJsonPath(value)).toBeNull();
    }),
  );
});

test("the path to a value that is not JSON is found at any place", () => {
  const keys = fc.array(fc.oneof(fc.nat({ max: 3 }), fc.string()), { maxLength: 8 });
  fc.assert(
    fc.property(keys, notJson, fc.jsonValue(), (way, wrong, right) => {
      const value = way.reduceRight<unknown>(
        (inner, key) =>
          typeof key === "number"
            ? [...Array.from({ length: key }, () => right), inner, right]
            : Object.fromEntries([
                [`${key} before`, right],
                [key, inner],
              ]),
        wrong,
      );
      expect(findNonJsonPath(value)).toEqual(way);
    }),
  );
});

test("circular values and values of more than 1,000 levels are not JSON; shared values are", () => {
  const circle: Record<string, unknown> = {};
  circle["again"] = { circle };
  expect(findNonJsonPath(circle)).toEqual(["again", "circle"]);
  const shared = { deep: [1] };
  expect(findNonJsonPath([shared, { shared }, shared])).toBeNull();
  expect(findNonJsonPath(nested(1_000))).toBeNull();
  expect(findNonJsonPath(nested(100_000))).toHaveLength(1_001);
});

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
}

test("adapter metadata that is not JSON is rejected, and the error names the place", () => {
  const circle: unknown[] = [];
  circle.push(circle);
  const withMetadata = (adapterMetadata: unknown): unknown => ({
    role: "system",
    parts: [],
    adapterMetadata,
  });
  expect(() => parseMessage(withMetadata({ a: [1, () => 1] }))).toThrow(
    "message.adapterMetadata.a[1] is not JSON: expected JSON of at most 1,000 levels",
  );
  expect(() => parseMessage(withMetadata(circle))).toThrow(
    /^message\.adapterMetadata\[0\] is not JSON: expected JSON/u,
  );
  const deep = (levels: number): RegExp =>
    new RegExp(`adapterMetadata(?:\\[0\\]){${levels}} is`, "u");
  const cut = /adapterMetadata(?:\[0\]){16}\.… is/u;
  const nestedFunction = (levels: number): unknown =>
    Array.from({ length: levels }).reduce<unknown>(
      (inner) => [inner],
      () => 1,
    );
  expect(() => parseMessage(withMetadata(nestedFunction(16)))).toThrow(deep(16));
  expect(() => parseMessage(withMetadata(nestedFunction(17)))).toThrow(cut);
  expect(parseMessage(withMetadata({ a: [1, null] }))).toEqual(withMetadata({ a: [1, null] }));
});
