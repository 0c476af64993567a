import assert from "node:assert/strict";
import type { StoreCase } from "./rig.ts";
import { storeCase, storeCaseByKind } from "./rig.ts";
import {
  SESSION,
  chain,
  expectAppended,
  expectConflict,
  expectError,
  expectIds,
  listSessions,
  message,
  readAll,
  write,
} from "./probe.ts";

/** Data that outlives a handle. */
export const lifetimeCases: readonly StoreCase[] = [
  storeCaseByKind({
    id: "reopen",
    promise: "Appended entries are there for the next handle; a volatile store begins empty",
    async durable(store, place) {
      const last = chain(["b", "c"], "a");
      await write(store, chain(["a"]), null);
      await write(store, last, "a");
      await write(store, chain(["x"]), null, "another");
      await store[Symbol.asyncDispose]();
      await using next = await place.open();
      assert.deepEqual(await listSessions(next), ["another", SESSION], "the sessions");
      expectAppended(
        await next.append(SESSION, last, { expectedHead: "a" }),
        "the last batch again",
      );
      const stale = await next.append(SESSION, chain(["d"]), { expectedHead: null });
      expectConflict(stale, "c", "an append that takes the session for a new one");
      await write(next, chain(["d"], "c"), "c");
      await expectIds(next, ["a", "b", "c", "d"], "after the store was opened again");
      assert.deepEqual((await readAll(next))[1], message("b", "a"), "an entry of before");
    },
    async volatile(store, place) {
      await write(store, chain(["a"]), null);
      await store[Symbol.asyncDispose]();
      await using next = await place.open();
      assert.deepEqual(await listSessions(next), [], "the sessions of a new store");
      await write(next, chain(["b"]), null);
      await expectIds(next, ["b"], "the log of a new store");
    },
  }),
  storeCaseByKind({
    id: "disposal-under-way",
    promise: "An acknowledged append is kept even if the store is disposed of meanwhile",
    async durable(store, place) {
      const ids = Array.from({ length: 10 }, (_, index) => `id-${index}`);
      const appends = ids.map((id, index) => {
        const expectedHead = ids[index - 1] ?? null;
        return store.append(SESSION, [message(id, expectedHead)], { expectedHead });
      });
      const settled = Promise.allSettled(appends);
      await store[Symbol.asyncDispose]();
      const acknowledged = (await settled).filter(
        (outcome) => outcome.status === "fulfilled" && outcome.value.type === "appended",
      );
      await using next = await place.open();
      const kept = (await readAll(next)).map((entry) => entry.id);
      assert.deepEqual(kept, ids.slice(0, kept.length), "what is kept has no holes");
      assert.ok(
        kept.length >= acknowledged.length,
        `${acknowledged.length} were acknowledged, ${kept.length} kept`,
      );
    },
    async volatile(store) {
      const append = store.append(SESSION, chain(["a"]), { expectedHead: null });
      const settled = Promise.allSettled([append]);
      await store[Symbol.asyncDispose]();
      const [outcome] = await settled;
      if (outcome?.status === "fulfilled") expectAppended(outcome.value, "a running append");
      await expectError("closed", "a read after disposal", () => readAll(store));
    },
  }),
  storeCase({
    id: "disposal-twice",
    promise: "A store can be disposed of twice, even concurrently",
    async run(store) {
      await write(store, chain(["a"]), null);
      await Promise.all([store[Symbol.asyncDispose](), store[Symbol.asyncDispose]()]);
      await store[Symbol.asyncDispose]();
    },
  }),
  storeCase({
    id: "use-after-disposal",
    promise: "Every method throws closed after disposal",
    async run(store) {
      await write(store, chain(["a"]), null);
      await store[Symbol.asyncDispose]();
      await expectError("closed", "append", () =>
        store.append(SESSION, chain(["b"], "a"), { expectedHead: "a" }),
      );
      await expectError("closed", "an empty append", () =>
        store.append(SESSION, [], { expectedHead: "a" }),
      );
      await expectError("closed", "read", () => readAll(store));
      await expectError("closed", "read of an unknown session", () =>
        readAll(store, {}, "unknown"),
      );
      await expectError("closed", "sessions", () => listSessions(store));
      await expectError("closed", "delete", () => store.delete(SESSION));
    },
  }),
];
