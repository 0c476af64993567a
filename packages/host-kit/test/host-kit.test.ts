import type { CompactorOptions, Summarizer } from "@cutpoint/core";
import { createExtractiveSummarizer } from "@cutpoint/extractive";
import { expect, test } from "vitest";

import { fingerprint } from "../src/fingerprint.ts";
import { createGuardedCall } from "../src/guarded-call.ts";
import { chatCodec } from "../src/http/chat/codec.ts";
import { createRecentMap } from "../src/recent-map.ts";
import { withOfflineFallback } from "../src/with-offline-fallback.ts";

test("the values that were used last are kept", () => {
  const map = createRecentMap<number>({ entries: 2, characters: 0 });
  map.set("a", 1);
  map.set("b", 2);
  map.get("a");
  map.set("c", 3);
  expect(["a", "b", "c"].map(map.get)).toEqual([1, undefined, 3]);
});

test("a fingerprint depends on the whole text", () => {
  expect(fingerprint("a")).toMatch(/^[0-9a-f]{32}$/);
  expect(fingerprint("a")).not.toBe(fingerprint("b"));
});

test("a list of summarizers ends offline", () => {
  const model: Summarizer = { name: "model", summarize: () => Promise.reject(new Error("down")) };
  const offline = createExtractiveSummarizer();
  const names = (summarizer: CompactorOptions["summarizer"]): unknown =>
    Array.isArray(summarizer) ? summarizer.map(({ name }: Summarizer) => name) : summarizer;
  expect(names(withOfflineFallback())).toEqual(["extractive"]);
  expect(names(withOfflineFallback(model))).toEqual(["model", "extractive"]);
  expect(withOfflineFallback([offline, model])).toEqual([offline, model]);
});

test.each([null, "x", [null], { name: "no method" }])(
  "the summarizer %j stays as it is, so that the compactor names it",
  (summarizer) => {
    const given = summarizer as CompactorOptions["summarizer"];
    expect(withOfflineFallback(given)).toBe(given);
    expect(() => createGuardedCall({ summarizer: given }, chatCodec)).toThrow(
      `summarizer is ${JSON.stringify(summarizer)}: expected a summarizer`,
    );
  },
);

test("a function that chooses summarizers stays as it is", () => {
  const choose = (): readonly Summarizer[] => [];
  expect(withOfflineFallback(choose)).toBe(choose);
});

test("a map keeps at most its limit, and the values that were used last", () => {
  const map = createRecentMap<number>({ entries: 64, characters: 0 });
  for (let index = 0; index < 1000; index += 1) map.set(String(index), index);
  const kept = Array.from({ length: 1000 }, (_, index) => map.get(String(index))).filter(
    (value) => value !== undefined,
  );
  expect(kept.length).toBeLessThanOrEqual(64);
  expect(kept.length).toBeGreaterThanOrEqual(60);
  expect(kept.at(-1)).toBe(999);
  expect(kept[0]).toBe(1000 - kept.length);
});

test("a map keeps values of at most its characters, and counts a value with several ids once", () => {
  const map = createRecentMap<string>({ entries: 100, characters: 160 }, ({ length }) => length);
  const long = "x".repeat(100);
  for (const id of ["a", "b", "c"]) map.set(id, long);
  map.set("d", "y".repeat(50));
  expect(["a", "b", "c", "d"].map((id) => map.get(id)?.length)).toEqual([100, 100, 100, 50]);
  map.set("e", "z".repeat(50));
  expect(["a", "b", "c", "d", "e"].map((id) => map.get(id)?.length)).toEqual([
    undefined,
    undefined,
    undefined,
    50,
    50,
  ]);
});
