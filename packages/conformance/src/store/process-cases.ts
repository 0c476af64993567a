import assert from "node:assert/strict";
import type { SessionStore } from "@cutpoint/session";
import { crashRounds } from "./crash-rounds.ts";
import { chain, expectConflict, expectIds, readAll, SESSION, write } from "./probe.ts";
import { processEntryOf, type StoreCase, storeCaseByKind, type StoreLocation } from "./rig.ts";
import { startProcess } from "./start-process.ts";

const APPENDS = 60;

const ROUNDS = 3;

/** Several processes, some of which are killed. */
export const processCases: readonly StoreCase[] = [
  storeCaseByKind({
    id: "processes-in-turn",
    promise: "A handle sees the entries of another process; volatile handles share nothing",
    async durable(store, place) {
      await write(store, chain(["a"]), null);
      const other = startProcess(processEntryOf(place), { name: "other", batches: 2 });
      other.begin();
      assert.equal(await other.ended, null, "the other process should append and end");
      const stale = await store.append(SESSION, chain(["b"], "a"), { expectedHead: "a" });
      expectConflict(stale, "other-1-0", "an append by the process that was overtaken");
      await write(store, chain(["b"], "other-1-0"), "other-1-0");
      await expectIds(store, ["a", "other-0-0", "other-1-0", "b"], "what both have written");
    },
    volatile: expectSeparate,
  }),
  storeCaseByKind({
    id: "processes-race",
    promise: "Processes that append concurrently produce one path; volatile handles share nothing",
    async durable(store, place) {
      await expectOnePath(store, place);
    },
    async shared(store, place) {
      const refusals = await expectOnePath(store, place);
      assert.equal(refusals, 0, "a shared store should not keep a process out");
    },
    volatile: expectSeparate,
  }),
  {
    id: "killed-while-writing",
    promise: "A process that is killed while it writes loses no acknowledged entry",
    async run(rig) {
      if (rig.kind !== "volatile") return void (await crashRounds(rig, ROUNDS));
      await using place = await rig.create();
      await using store = await place.open();
      await expectSeparate(store, place);
    },
  },
];

async function expectSeparate(store: SessionStore, place: StoreLocation): Promise<void> {
  await write(store, chain(["a"]), null);
  await using other = await place.open();
  assert.deepEqual(await readAll(other), [], "another handle should begin empty");
}

/** Runs two processes that append concurrently, and returns how often one could not write. */
async function expectOnePath(store: SessionStore, place: StoreLocation): Promise<number> {
  const names = ["one", "two"];
  const others = names.map((name) =>
    startProcess(processEntryOf(place), { name, batches: APPENDS }),
  );
  await Promise.all(others.map(({ opened }) => opened));
  for (const other of others) other.begin();
  for (const report of await Promise.all(others.map(({ ended }) => ended)))
    assert.equal(report, null, "both processes should append all and end");
  const entries = await readAll(store);
  const ids = entries.map((entry) => entry.id);
  assert.deepEqual(entries, chain(ids), "every entry should be the parent of the next");
  for (const name of names) {
    const own = ids.filter((id) => id.startsWith(name));
    const expected = Array.from({ length: APPENDS }, (_, index) => `${name}-${index}-0`);
    assert.deepEqual(own, expected, `all that process ${name} has appended, in order`);
  }
  return others.reduce((sum, other) => sum + other.refusals(), 0);
}
