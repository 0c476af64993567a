import { describe, expect, test } from "vitest";
import { fromJson, sortedJson, toJson } from "../src/json.ts";

describe("JSON", () => {
  test("keeps bytes and addresses, and leaves out what has no JSON form", () => {
    const value = {
      bytes: new Uint8Array([1, 2]),
      at: new URL("https://example.com/a"),
      list: [undefined, Number.NaN, 1n],
      date: new Date(7),
      gone: () => 1,
    };
    const json = toJson(value);
    expect(JSON.parse(JSON.stringify(json))).toEqual(json);
    expect(fromJson(json)).toEqual({
      bytes: value.bytes,
      at: value.at,
      list: [null, null, 1n],
      date: value.date,
    });
  });

  test.each([
    { url$: "not an address" },
    { bytes$: "not base64" },
    { date$: "no date" },
    { bigint$: "1.5" },
    { url$: "https://example.com/" },
    { bytes$: "AQ==" },
    { plain$: { url$: "x" } },
    { input: [{ plain$: 1 }, { url$: "x", bytes$: "y" }] },
  ])("keeps the object %j of a model or a tool", (value) => {
    const stored = JSON.parse(JSON.stringify(toJson(value))) as ReturnType<typeof toJson>;
    expect(fromJson(stored)).toEqual(value);
  });

  test.each([{ url$: "not an address" }, { bytes$: "not base64" }])(
    "%j that is stored without its mark stays an object",
    (json) => {
      expect(fromJson(json)).toEqual(json);
    },
  );

  test("leaves out references to an outer object, and keeps an object that occurs twice", () => {
    const shared = { a: 1 };
    const value = { first: shared, second: [shared], self: {}, list: [{}] };
    Object.assign(value.self, { outer: value });
    value.list.push(value);
    expect(toJson(value)).toEqual({ first: shared, second: [shared], self: {}, list: [{}, null] });
  });

  test("has the same text for the same content, in any order of keys", () => {
    const text = sortedJson({ b: [1, { d: "x", c: null }], a: new Uint8Array([1]), e: undefined });
    expect(text).toBe('{"a":{"bytes$":"AQ=="},"b":[1,{"c":null,"d":"x"}]}');
    expect(sortedJson({ e: undefined, a: new Uint8Array([1]), b: [1, { c: null, d: "x" }] })).toBe(
      text,
    );
  });

  test("leaves out the fields that are replaced by undefined, at every depth", () => {
    const mark = { type: "ephemeral" };
    const value = { text: "a", mark, parts: [{ mark, text: "b" }] };
    expect(sortedJson(value, (key, entry) => (key === "mark" ? undefined : entry))).toBe(
      '{"parts":[{"text":"b"}],"text":"a"}',
    );
  });

  test("writes dates and addresses as their own text", () => {
    expect(sortedJson([new Date(0), new URL("https://example.com/")])).toBe(
      '["1970-01-01T00:00:00.000Z","https://example.com/"]',
    );
  });
});
