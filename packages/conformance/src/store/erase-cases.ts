import assert from "node:assert/strict";
import type { SessionStore } from "@cutpoint/session";
import { createTombstone, type ErasableStore } from "@cutpoint/session/store";
import {
  chain,
  expectAppended,
  expectConflict,
  expectError,
  message,
  readAll,
  SESSION,
  write,
} from "./probe.ts";
import { type StoreCase, storeCase } from "./rig.ts";

type EraseCase = StoreCase<ErasableStore>;

/** Cases for the contract of `ErasableStore`. */
export const eraseCases: readonly EraseCase[] = [
  storeCase({
    id: "rewrite-in-place",
    promise: "A rewrite replaces the content of entries; order, ids and other entries stay",
    async run(store) {
      await write(store, chain(["a"]), null);
      await write(store, chain(["b", "c"], "a"), "a");
      await write(store, chain(["d"], "c"), "c");
      const erased = createTombstone(message("b", "a"), "erased");
      const other = message("d", "c", "a".repeat(10_000));
      const result = await store.rewrite(SESSION, [other, erased], { expectedHead: "d" });
      expectAppended(result, "a rewrite");
      const expected = [message("a"), erased, message("c", "b"), other];
      assert.deepEqual(await readAll(store), expected, "after the rewrite");
      const back = await readAll(store, { order: "newest-first" });
      assert.deepEqual(back, expected.toReversed(), "after the rewrite, newest-first");
      await write(store, chain(["e"], "d"), "d");
    },
  }),
  storeCase({
    id: "rewrite-all-or-none",
    promise: "A stale rewrite, or one of an unknown entry or with another parent, changes nothing",
    async run(store) {
      await write(store, chain(["a", "b"]), null);
      const other = message("a", null, "other");
      const stale = await store.rewrite(SESSION, [other], { expectedHead: "a" });
      expectConflict(stale, "b", "a stale rewrite");
      const act = (entry: ReturnType<typeof message>) => () =>
        store.rewrite(SESSION, [other, entry], { expectedHead: "b" });
      await expectError("unknown-entry", "an unknown entry", act(message("gone")));
      await expectError("invalid-input", "another parent", act(message("b", null, "other")));
      await expectError("duplicate-id", "an id twice", act(message("a", null, "third")));
      assert.deepEqual(await readAll(store), chain(["a", "b"]), "after the refusals");
    },
  }),
  storeCase({
    id: "rewrite-leaves-no-search",
    promise: "Erased content is not found by a search, its replacement is",
    async run(store) {
      if (!isSearchable(store)) return;
      await write(store, [message("a", null, "the secret is xyzzy"), message("b", "a")], null);
      assert.equal((await store.search(SESSION, "xyzzy")).length, 1, "before");
      await store.rewrite(SESSION, [message("a", null, "was plugh")], { expectedHead: "b" });
      assert.deepEqual(await store.search(SESSION, "xyzzy"), [], "the erased word");
      assert.equal((await store.search(SESSION, "plugh")).length, 1, "the new word");
    },
  }),
];

type Searchable = { search(sessionId: string, query: string): Promise<readonly unknown[]> };

function isSearchable(store: SessionStore): store is SessionStore & Searchable {
  return "search" in store && typeof store.search === "function";
}
