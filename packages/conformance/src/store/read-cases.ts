import assert from "node:assert/strict";
import type { BranchEntry, Entry } from "@cutpoint/session";
import {
  chain,
  expectError,
  expectIds,
  message,
  readAll,
  readIds,
  SESSION,
  write,
} from "./probe.ts";
import { type StoreCase, storeCase } from "./rig.ts";

/** Content and order of reads. */
export const readCases: readonly StoreCase[] = [
  storeCase({
    id: "read-newest-first",
    promise: "Newest-first is the exact reverse of oldest-first",
    async run(store) {
      await write(store, chain(["a"]), null);
      await write(store, chain(["b", "c", "d"], "a"), "a");
      await write(store, chain(["e", "f"], "d"), "d");
      const oldest = await readIds(store, { order: "oldest-first" });
      assert.deepEqual(oldest, ["a", "b", "c", "d", "e", "f"], "oldest-first");
      const newest = await readIds(store, { order: "newest-first" });
      assert.deepEqual(newest, oldest.toReversed(), "newest-first");
    },
  }),
  storeCase({
    id: "read-from",
    promise: "A read from an entry begins with it, in both directions and within a batch",
    async run(store) {
      const ids = ["a", "b", "c", "d", "e", "f"];
      await write(store, chain(["a"]), null);
      await write(store, chain(["b", "c", "d"], "a"), "a");
      await write(store, chain(["e", "f"], "d"), "d");
      for (const [index, from] of ids.entries()) {
        const forth = await readIds(store, { from });
        assert.deepEqual(forth, ids.slice(index), `from ${from}, oldest-first`);
        const back = await readIds(store, { from, order: "newest-first" });
        assert.deepEqual(back, ids.slice(0, index + 1).reverse(), `from ${from}, newest-first`);
      }
    },
  }),
  storeCase({
    id: "read-from-look-alike",
    promise: "A read from an entry is not confused by text that looks like that entry",
    async run(store) {
      const decoy = message("c", "b", JSON.stringify({ id: "target", parentId: "target" }));
      const nested: Entry = {
        ...message("d", "target"),
        message: { ...decoy.message, adapterMetadata: { id: "target" } },
      };
      const ids = ["a", "target", "c", "d"];
      await write(store, [message("a"), message("target", "a")], null);
      await write(store, [decoy], "target");
      await write(store, [nested], "c");
      assert.deepEqual(await readIds(store, { from: "target" }), ids.slice(1), "oldest-first");
      const back = await readIds(store, { from: "target", order: "newest-first" });
      assert.deepEqual(back, ["target", "a"], "newest-first");
    },
  }),
  storeCase({
    id: "read-from-unknown",
    promise: "A read from an entry that is not in the session throws unknown-entry",
    async run(store) {
      await write(store, chain(["a"]), null);
      await write(store, chain(["elsewhere"]), null, "another session");
      for (const from of ["gone", "elsewhere"]) {
        for (const order of ["oldest-first", "newest-first"] as const) {
          await expectError("unknown-entry", `from ${from}, ${order}`, () =>
            readAll(store, { from, order }),
          );
        }
      }
      await expectError("unknown-entry", "from an entry of a session that does not exist", () =>
        readAll(store, { from: "a" }, "no such session"),
      );
    },
  }),
  storeCase({
    id: "read-unknown-session",
    promise: "A session that does not exist is empty",
    async run(store) {
      assert.deepEqual(await readAll(store), [], "oldest-first");
      assert.deepEqual(await readAll(store, { order: "newest-first" }), [], "newest-first");
    },
  }),
  storeCase({
    id: "read-all-branches",
    promise: "Entries of all branches are read in the order in which they were written",
    async run(store) {
      const branch: BranchEntry = {
        type: "branch",
        id: "d",
        parentId: "a",
        at: 0,
        from: "c",
        summary: null,
      };
      await write(store, chain(["a", "b", "c"]), null);
      await write(store, [branch], "c");
      await write(
        store,
        [message("e", "d"), message("orphan", "never-written"), message("root")],
        "d",
      );
      await expectIds(store, ["a", "b", "c", "d", "e", "orphan", "root"], "a log with branches");
    },
  }),
  storeCase({
    id: "read-stopped-early",
    promise: "A reader can stop at any entry without an effect on the store and other readers",
    async run(store) {
      await write(store, chain(["a", "b", "c", "d"]), null);
      const undisturbed = store.read(SESSION)[Symbol.asyncIterator]();
      assert.equal(idOf(await undisturbed.next()), "a", "the first entry");
      for (let round = 0; round < 50; round += 1) {
        for await (const entry of store.read(SESSION, { order: "newest-first" })) {
          assert.equal(entry.id, "d", "every reader begins at the end");
          break;
        }
      }
      await write(store, chain(["e"], "d"), "d");
      assert.equal(idOf(await undisturbed.next()), "b", "the entry after the first");
      await undisturbed.return?.();
      await expectIds(store, ["a", "b", "c", "d", "e"], "after readers that stopped");
    },
  }),
  storeCase({
    id: "read-while-written",
    promise:
      "A reader returns exactly the entries that existed when it began, even if another writer appends",
    async run(store) {
      await write(store, chain(["a", "b", "c"]), null);
      for (const order of ["oldest-first", "newest-first"] as const) {
        const before = await readIds(store, { order });
        const seen: string[] = [];
        let head = before[order === "oldest-first" ? before.length - 1 : 0] ?? null;
        for await (const entry of store.read(SESSION, { order })) {
          seen.push(entry.id);
          if (seen.length > before.length) continue;
          const id = `${order}-${seen.length}`;
          await write(store, [message(id, head)], head);
          head = id;
        }
        assert.deepEqual(seen.slice(0, before.length), before, `${order}, what was there`);
        assert.equal(new Set(seen).size, seen.length, `${order}, nothing twice`);
      }
    },
  }),
  storeCase({
    id: "read-aborted",
    promise: "A read with an aborted signal throws aborted, before the first entry or between two",
    async run(store) {
      await write(store, chain(["a", "b", "c"]), null);
      await expectError("aborted", "a read with a set signal", () =>
        readAll(store, { signal: AbortSignal.abort() }),
      );
      const controller = new AbortController();
      await expectError("aborted", "a read whose signal is set on the way", async () => {
        for await (const entry of store.read(SESSION, { signal: controller.signal })) {
          assert.equal(entry.id, "a", "no entry should come after the signal");
          controller.abort();
        }
      });
    },
  }),
];

function idOf(result: IteratorResult<Entry>): string {
  return result.done === true ? "the end" : result.value.id;
}
