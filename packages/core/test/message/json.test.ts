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

test("all JSON is taken for JSON", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(findNonJsonPath(value)).toBeNull();
    }),
  );
});

test("the way to what is no JSON is found, however deep it lies", () => {
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

test("a value inside of itself is no JSON; one that stands twice is, and so is one of any depth", () => {
  const circle: Record<string, unknown> = {};
  circle["again"] = { circle };
  expect(findNonJsonPath(circle)).toEqual(["again", "circle"]);
  const shared = { deep: [1] };
  expect(findNonJsonPath([shared, { shared }, shared])).toBeNull();
  let deep: unknown = 1;
  for (let depth = 0; depth < 100_000; depth += 1) deep = [deep];
  expect(findNonJsonPath(deep)).toBeNull();
});

test("the luggage of a message is refused by the name of what is wrong in it", () => {
  const circle: unknown[] = [];
  circle.push(circle);
  const withMetadata = (adapterMetadata: unknown): unknown => ({
    role: "system",
    parts: [],
    adapterMetadata,
  });
  expect(() => parseMessage(withMetadata({ a: [1, () => 1] }))).toThrow(
    "message.adapterMetadata.a[1] is function: it should be JSON",
  );
  expect(() => parseMessage(withMetadata(circle))).toThrow(
    /^message\.adapterMetadata\[0\] is .*: it should be JSON/u,
  );
  expect(parseMessage(withMetadata({ a: [1, null] }))).toEqual(withMetadata({ a: [1, null] }));
});
