import assert from "node:assert/strict";
import { isCutpointError } from "@cutpoint/core";
import type { StoreCase } from "./rig.ts";
import { storeCase } from "./rig.ts";
import {
  SESSION,
  chain,
  expectAppended,
  expectConflict,
  expectError,
  expectIds,
  listSessions,
  message,
  note,
  readAll,
  write,
} from "./probe.ts";

/** Appends are written completely or not at all. */
export const appendCases: readonly StoreCase[] = [
  storeCase({
    id: "append-order",
    promise: "Entries are stored in the order of the appends and batches",
    async run(store) {
      await write(store, chain(["z", "a"]), null);
      await write(store, chain(["m"], "a"), "a");
      await write(store, chain(["b", "y", "c"], "m"), "m");
      await expectIds(store, ["z", "a", "m", "b", "y", "c"], "after three appends");
    },
  }),
  storeCase({
    id: "append-head-is-last-of-batch",
    promise: "The head is the last entry of the newest batch",
    async run(store) {
      await write(store, chain(["z", "a", "m"]), null);
      const early = await store.append(SESSION, chain(["n"], "z"), { expectedHead: "z" });
      expectConflict(early, "m", "an append that takes a batch's first entry for the head");
      await write(store, chain(["n"], "m"), "m");
    },
  }),
  storeCase({
    id: "append-stale-head",
    promise:
      "An append with a stale head is a conflict that returns the head, and nothing is written",
    async run(store) {
      await write(store, chain(["a", "b"]), null);
      for (const expectedHead of ["a", "never-seen", null]) {
        const result = await store.append(SESSION, chain(["c"], "a"), { expectedHead });
        expectConflict(result, "b", `expectedHead ${JSON.stringify(expectedHead)}`);
      }
      await expectIds(store, ["a", "b"], "after conflicts");
      await write(store, chain(["c"], "b"), "b");
    },
  }),
  storeCase({
    id: "append-unknown-session",
    promise: "The head of a session without entries is null; any other expected head is a conflict",
    async run(store) {
      const result = await store.append(SESSION, chain(["a"]), { expectedHead: "gone" });
      expectConflict(result, null, "an append to a session that does not exist");
      assert.deepEqual(await listSessions(store), [], "a conflict should not begin a session");
      await write(store, chain(["a"]), null);
    },
  }),
  storeCase({
    id: "append-again-after-lost-answer",
    promise: "A repeated append returns the same result and is stored once",
    async run(store) {
      const first = chain(["a"]);
      const second = chain(["b", "c"], "a");
      await write(store, first, null);
      expectAppended(await store.append(SESSION, first, { expectedHead: null }), "the first again");
      await write(store, second, "a");
      expectAppended(await store.append(SESSION, second, { expectedHead: "a" }), "a batch again");
      await write(store, chain(["d"], "c"), "c");
      expectAppended(
        await store.append(SESSION, second, { expectedHead: "a" }),
        "once more, later",
      );
      await expectIds(store, ["a", "b", "c", "d"], "after repeated appends");
    },
  }),
  storeCase({
    id: "append-again-rebuilt",
    promise: "Contents are equal if their JSON is equal, for any order of keys",
    async run(store) {
      await write(store, [note("a", { one: 1, two: [{ x: 1, y: null }] })], null);
      const { id, type, ...rest } = note("a", { two: [{ y: null, x: 1 }], one: 1 });
      const again = await store.append(SESSION, [{ ...rest, id, type }], { expectedHead: null });
      expectAppended(again, "an equal entry with its keys in another order");
    },
  }),
  storeCase({
    id: "append-again-in-part",
    promise: "A batch of which only a part is stored is a conflict",
    async run(store) {
      await write(store, chain(["a", "b"]), null);
      const result = await store.append(SESSION, chain(["b", "c"], "a"), { expectedHead: "a" });
      expectConflict(result, "b", "a batch that is stored in part");
      await expectIds(store, ["a", "b"], "after the conflict");
    },
  }),
  storeCase({
    id: "append-again-after-unknown-head",
    promise: "An append that expects a head that never existed is a conflict",
    async run(store) {
      await write(store, chain(["a", "b"]), null);
      const result = await store.append(SESSION, chain(["b"], "a"), { expectedHead: "gone" });
      expectConflict(result, "b", "an append after an entry that was never there");
    },
  }),
  storeCase({
    id: "append-same-id-other-content",
    promise:
      "An id that is already stored after the expected head with other content throws duplicate-id, and nothing is written",
    async run(store) {
      await write(store, chain(["a", "b", "c"]), null);
      const other = [message("n", "c"), message("a", null, "something else")];
      await expectError("duplicate-id", "an id stored with another text", () =>
        store.append(SESSION, other, { expectedHead: null }),
      );
      await expectError("duplicate-id", "an id stored right after the expected head", () =>
        store.append(SESSION, [message("c", "b", "something else")], { expectedHead: "b" }),
      );
      await expectIds(store, ["a", "b", "c"], "after the refusal");
      assert.deepEqual(
        (await readAll(store))[0],
        message("a"),
        "the stored entry should be as it was",
      );
    },
  }),
  storeCase({
    id: "append-same-id-in-batch",
    promise: "An id that occurs twice in a batch throws duplicate-id, and nothing is written",
    async run(store) {
      for (const twin of [message("a"), message("a", null, "something else")]) {
        await expectError("duplicate-id", "a batch with an id twice", () =>
          store.append(SESSION, [message("a"), message("b", "a"), twin], { expectedHead: null }),
        );
      }
      await expectIds(store, [], "after the refusal");
    },
  }),
  storeCase({
    id: "append-nothing",
    promise: "An empty batch is accepted for any expected head and writes nothing",
    async run(store) {
      expectAppended(
        await store.append(SESSION, [], { expectedHead: null }),
        "nothing to no session",
      );
      assert.deepEqual(await listSessions(store), [], "nothing should not begin a session");
      await write(store, chain(["a"]), null);
      expectAppended(await store.append(SESSION, [], { expectedHead: "a" }), "nothing");
      expectAppended(await store.append(SESSION, [], { expectedHead: "b" }), "nothing, stale");
      await expectIds(store, ["a"], "after empty batches");
    },
  }),
  storeCase({
    id: "append-aborted",
    promise: "An append with an aborted signal throws aborted and writes nothing",
    async run(store) {
      await write(store, chain(["a"]), null);
      const signal = AbortSignal.abort();
      await expectError("aborted", "an append with a set signal", () =>
        store.append(SESSION, chain(["b"], "a"), { expectedHead: "a", signal }),
      );
      await expectIds(store, ["a"], "after the aborted append");
      await write(store, chain(["b"], "a"), "a");
    },
  }),
  storeCase({
    id: "append-aborted-under-way",
    promise: "An append that is aborted while it runs is written and acknowledged, or neither",
    async run(store) {
      let head: string | null = null;
      const written: string[] = [];
      for (let index = 0; index < 20; index += 1) {
        const controller = new AbortController();
        const { signal } = controller;
        const ids = [`${index}-1`, `${index}-2`];
        const append = store.append(SESSION, chain(ids, head), { expectedHead: head, signal });
        for (let tick = 0; tick < index % 5; tick += 1) await Promise.resolve();
        controller.abort();
        const isWritten = await append.then(
          (result) => result.type === "appended",
          (error: unknown) => {
            if (isCutpointError(error, "aborted")) return false;
            throw error;
          },
        );
        if (isWritten) written.push(...ids);
        if (isWritten) head = ids.at(-1) ?? null;
        await expectIds(store, written, `after append ${index}, answered ${isWritten}`);
      }
    },
  }),
];
