import assert from "node:assert/strict";
import type { SessionStore } from "@cutpoint/session";
import type { AppendResult } from "@cutpoint/session/store";
import { chain, expectConflict, expectIds, message, readIds, SESSION, write } from "./probe.ts";
import { type StoreCase, storeCase, storeCaseByKind } from "./rig.ts";

/** Several writers at once. */
export const concurrencyCases: readonly StoreCase[] = [
  storeCase({
    id: "race-on-one-handle",
    promise: "Exactly one of several concurrent appends with the same expected head is written",
    async run(store) {
      await write(store, chain(["a"]), null);
      await expectOneWinner(
        Array.from({ length: 8 }, () => store),
        "a",
        ["a"],
      );
    },
  }),
  storeCase({
    id: "race-to-begin",
    promise: "Exactly one of several concurrent appends that create a session is written",
    async run(store) {
      await expectOneWinner(
        Array.from({ length: 8 }, () => store),
        null,
        [],
      );
    },
  }),
  storeCase({
    id: "sessions-do-not-contend",
    promise: "Appends to different sessions are independent, even with equal entry ids",
    async run(store) {
      const names = ["one", "two", "three"];
      await Promise.all(
        names.map(async (name) => {
          await write(store, [message("a", null, name)], null, name);
          await write(store, [message("b", "a", name)], "a", name);
        }),
      );
      for (const name of names) {
        assert.deepEqual(
          await readIds(store, {}, name),
          ["a", "b"],
          `session ${name} has its own two`,
        );
      }
    },
  }),
  storeCaseByKind({
    id: "two-handles-in-turn",
    promise: "A handle sees the entries of another handle; volatile handles share nothing",
    async durable(store, place) {
      await using other = await place.open();
      await write(store, chain(["a"]), null);
      await write(other, chain(["b"], "a"), "a");
      const stale = await store.append(SESSION, chain(["c"], "a"), { expectedHead: "a" });
      expectConflict(stale, "b", "an append by the handle that was overtaken");
      await write(store, chain(["c"], "b"), "b");
      await write(other, chain(["d"], "c"), "c");
      await expectIds(store, ["a", "b", "c", "d"], "read by the first handle");
      await expectIds(other, ["a", "b", "c", "d"], "read by the second handle");
    },
    async volatile(store, place) {
      await using other = await place.open();
      await write(store, chain(["a"]), null);
      await write(other, chain(["b"]), null);
      await expectIds(store, ["a"], "read by the first handle");
      await expectIds(other, ["b"], "read by the second handle");
    },
  }),
  storeCaseByKind({
    id: "two-handles-race",
    promise:
      "Exactly one of several concurrent appends by several handles is written; volatile handles all succeed",
    async durable(store, place) {
      await using other = await place.open();
      await write(store, chain(["a"]), null);
      await expectOneWinner([store, other, store, other], "a", ["a"]);
    },
    async volatile(store, place) {
      await using other = await place.open();
      const appends = [store, other].map((handle, index) =>
        handle.append(SESSION, [message("a", null, `handle ${index}`)], { expectedHead: null }),
      );
      const results = await Promise.all(appends);
      assert.deepEqual(
        results.map(typeOf),
        ["appended", "appended"],
        "each handle has its own log",
      );
    },
  }),
  storeCaseByKind({
    id: "two-handles-delete",
    promise:
      "A handle sees that another handle deleted a session and created it again; volatile handles do not",
    async durable(store, place) {
      await using other = await place.open();
      await write(store, chain(["a", "b"]), null);
      assert.equal(await other.delete(SESSION), true, "the other handle should find the session");
      const stale = await store.append(SESSION, chain(["c"], "b"), { expectedHead: "b" });
      expectConflict(stale, null, "an append to what another handle has deleted");
      await write(other, chain(["n"]), null);
      const again = await store.append(SESSION, chain(["c"], "b"), { expectedHead: "b" });
      expectConflict(again, "n", "an append to what another handle has begun again");
      await write(store, chain(["o"], "n"), "n");
      await expectIds(other, ["n", "o"], "after the new beginning");
    },
    async volatile(store, place) {
      await using other = await place.open();
      await write(store, chain(["a"]), null);
      assert.equal(await other.delete(SESSION), false, "the other handle has no such session");
      await expectIds(store, ["a"], "after the other handle's delete");
    },
  }),
];

/** Runs one append on each handle concurrently, all with the same expected head. */
async function expectOneWinner(
  handles: readonly SessionStore[],
  expectedHead: string | null,
  before: readonly string[],
): Promise<void> {
  const ids = handles.map((_, index) => `racer-${index}`);
  const results = await Promise.all(
    handles.map((handle, index) =>
      handle.append(SESSION, [message(ids[index] ?? "", expectedHead)], { expectedHead }),
    ),
  );
  const winners = ids.filter((_, index) => results[index]?.type === "appended");
  assert.equal(
    winners.length,
    1,
    `one of ${ids.length} should win, not ${JSON.stringify(results)}`,
  );
  const [winner = ""] = winners;
  for (const result of results) {
    if (result.type === "conflict") expectConflict(result, winner, "the append of a loser");
  }
  for (const handle of new Set(handles)) {
    await expectIds(handle, [...before, winner], "after the race");
  }
}

function typeOf(result: AppendResult): string {
  return result.type;
}
