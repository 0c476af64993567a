import assert from "node:assert/strict";
import { createTombstone, type EvictableStore } from "@cutpoint/session/store";
import {
  chain,
  expectAppended,
  expectConflict,
  expectError,
  expectIds,
  listSessions,
  message,
  readAll,
  readIds,
  SESSION,
  write,
} from "./probe.ts";
import { type StoreCase, storeCase } from "./rig.ts";

type EvictCase = StoreCase<EvictableStore>;

/** Cases for the contract of `EvictableStore`. */
export const evictCases: readonly EvictCase[] = [
  storeCase({
    id: "evict-oldest",
    promise: "The oldest entries are removed, and a tombstone replaces the newest of them",
    async run(store) {
      await write(store, chain(["a", "b"]), null);
      await write(store, chain(["c", "d", "e"], "b"), "b");
      await write(store, chain(["x"]), null, "another");
      const result = await store.evict(SESSION, { through: "c", expectedHead: "e" });
      assert.deepEqual(result, { type: "evicted", count: 3 }, "what was evicted");
      const [first, ...rest] = await readAll(store);
      assert.deepEqual(first, createTombstone(message("c"), "evicted"), "the tombstone");
      assert.deepEqual(rest, chain(["d", "e"], "c"), "what is left is as it was");
      assert.deepEqual(await readIds(store, {}, "another"), ["x"], "the other session");
      for (const from of ["a", "b"])
        await expectError("unknown-entry", `from the evicted ${from}`, () =>
          readAll(store, { from }),
        );
      assert.deepEqual(await readIds(store, { from: "d" }), ["d", "e"], "from what is left");
    },
  }),
  storeCase({
    id: "evict-and-go-on",
    promise:
      "After an eviction the log can be extended and evicted again, and nothing is counted twice",
    async run(store) {
      await write(store, chain(["a", "b", "c"]), null);
      await store.evict(SESSION, { through: "b", expectedHead: "c" });
      await write(store, chain(["d"], "c"), "c");
      const again = await store.append(SESSION, chain(["d"], "c"), { expectedHead: "c" });
      expectAppended(again, "the append after an eviction, again");
      expectConflict(
        await store.append(SESSION, chain(["e"], "c"), { expectedHead: "c" }),
        "d",
        "a stale append after an eviction",
      );
      const twice = await store.evict(SESSION, { through: "b", expectedHead: "d" });
      assert.deepEqual(twice, { type: "evicted", count: 0 }, "the same eviction again");
      const all = await store.evict(SESSION, { through: "d", expectedHead: "d" });
      assert.deepEqual(all, { type: "evicted", count: 3 }, "an eviction of everything");
      await expectIds(store, ["d"], "the tombstone alone");
      await write(store, chain(["e"], "d"), "d");
      assert.deepEqual(await listSessions(store), [SESSION], "the session is there");
      assert.equal(await store.delete(SESSION), true, "it can be deleted");
    },
  }),
  storeCase({
    id: "evict-stale-head",
    promise: "An eviction with a stale head is a conflict and removes nothing",
    async run(store) {
      await write(store, chain(["a", "b", "c"]), null);
      const result = await store.evict(SESSION, { through: "a", expectedHead: "b" });
      assert.deepEqual(result, { type: "conflict", head: "c" }, "a stale eviction");
      await expectIds(store, ["a", "b", "c"], "after the conflict");
      for (const sessionId of [SESSION, "no such session"])
        await expectError("unknown-entry", `an unknown entry of ${sessionId}`, () =>
          store.evict(sessionId, { through: "gone", expectedHead: "c" }),
        );
    },
  }),
  storeCase({
    id: "evict-seen-by-others",
    promise: "A running reader and another handle see either the old log or the new one",
    async run(store, place) {
      await write(store, chain(["a", "b", "c", "d"]), null);
      const reader = store.read(SESSION, { order: "newest-first" })[Symbol.asyncIterator]();
      await reader.next();
      await store.evict(SESSION, { through: "b", expectedHead: "d" });
      const rest: string[] = [];
      for (let next = await reader.next(); next.done !== true; next = await reader.next())
        rest.push(next.value.id);
      assert.ok(
        ["c b a", "c b"].includes(rest.join(" ")),
        `a running reader read ${rest.join(" ")}`,
      );
      await using other = await place.open();
      const seen = await readIds(other);
      assert.ok(["b c d", ""].includes(seen.join(" ")), `another handle read ${seen.join(" ")}`);
    },
  }),
];
