import { type Item, userMessage } from "@cutpoint/core";
import { expect, test } from "vitest";
import { createStateFinder } from "../src/state-finder.ts";
import { createStateStorage } from "../src/state-storage.ts";

const items = (count: number): readonly Item[] =>
  Array.from({ length: count }, (_, place) => ({ id: `i${place}`, message: userMessage("Yes.") }));
const none = (): readonly string[] => [];

/** Creates a finder over states that are the id of their newest compacted item, and counts its lookups. */
function createFinder() {
  const storage = createStateStorage<string>();
  const lookups = { ids: 0 };
  const counted = {
    ...storage,
    find(ids: readonly string[]) {
      lookups.ids += ids.length;
      return storage.find(ids);
    },
  };
  return { storage, lookups, find: createStateFinder(counted, (through: string) => through) };
}

test("the state of the request before is found behind any number of new items", async () => {
  const { find, storage } = createFinder();
  expect(await find(items(100), none)).toBeNull();
  await storage.save(["i80", "i99"], "i80"); // the compaction for this request
  expect(await find(items(140), none)).toBe("i80");
  expect(await find(items(200), none)).toBe("i80");
});

test("a conversation that continues looks up its newest 16 items", async () => {
  const { find, lookups } = createFinder();
  await find(items(10_000), none);
  lookups.ids = 0;
  await find(items(10_002), none);
  expect(lookups.ids).toBe(16);
});

test("another conversation is searched as a whole, and by its answers", async () => {
  const { find, storage } = createFinder();
  await find(items(100), none);
  await storage.save(["i5"], "i5");
  const edited = items(100).map((item, place) => (place < 6 ? item : { ...item, id: `e${place}` }));
  expect(await find(edited, none)).toBe("i5");
  await storage.save(["answer a"], "i50");
  expect(await find([{ id: "new", message: userMessage("Yes.") }], () => ["answer a"])).toBe("i50");
});
