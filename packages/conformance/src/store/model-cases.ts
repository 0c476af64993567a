import assert from "node:assert/strict";
import type { Entry, SessionStore } from "@cutpoint/session";
import * as fc from "fast-check";
import { SEED } from "../seed.ts";
import {
  expectAppended,
  expectConflict,
  expectError,
  listSessions,
  message,
  readAll,
  readIds,
} from "./probe.ts";
import type { StoreCase, StoreLocation, StoreRig } from "./rig.ts";

type Step =
  | {
      readonly type: "append";
      readonly size: number;
      readonly expect: "head" | "null" | "older" | "unknown";
    }
  | { readonly type: "append-again"; readonly pick: number }
  | { readonly type: "append-altered"; readonly pick: number }
  | { readonly type: "read"; readonly newestFirst: boolean; readonly pick: number | null }
  | { readonly type: "delete" }
  | { readonly type: "reopen" };

type SessionStep = { readonly sessionId: string; readonly step: Step };

const pick: fc.Arbitrary<number> = fc.nat({ max: 99 });

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constant("append" as const),
      size: fc.nat({ max: 3 }),
      expect: fc.constantFrom("head", "head", "head", "head", "null", "older", "unknown"),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("append-again" as const), pick }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("append-altered" as const), pick }) },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant("read" as const),
      newestFirst: fc.boolean(),
      pick: fc.option(pick),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("delete" as const) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("reopen" as const) }) },
);

const steps: fc.Arbitrary<SessionStep[]> = fc.array(
  fc.record({ sessionId: fc.constantFrom("one", "two"), step }),
  { minLength: 5, maxLength: 25 },
);

const RUNS = 20;

/** Random sequences of all methods, compared with plain arrays. */
export const modelCases: readonly StoreCase[] = [
  {
    id: "model",
    promise: "After any sequence of calls the log equals a model made of plain arrays",
    run: (rig) =>
      fc.assert(
        fc.asyncProperty(steps, (sequence) => followed(rig, sequence)),
        { numRuns: RUNS, seed: SEED },
      ),
  },
];

async function followed(rig: StoreRig, sequence: readonly SessionStep[]): Promise<void> {
  await using place = await rig.create();
  const world: World = {
    rig,
    place,
    store: await place.open(),
    logs: new Map(),
    nextId: 0,
  };
  try {
    for (const { sessionId, step } of sequence) {
      await follow(world, sessionId, step);
      await compare(world);
    }
  } finally {
    await world.store[Symbol.asyncDispose]();
  }
}

type Batch = { readonly entries: readonly Entry[]; readonly expectedHead: string | null };

type World = {
  readonly rig: StoreRig;
  readonly place: StoreLocation;
  readonly logs: Map<string, Batch[]>;
  store: SessionStore;
  nextId: number;
};

async function follow(world: World, sessionId: string, step: Step): Promise<void> {
  const batches = world.logs.get(sessionId) ?? [];
  const entries = batches.flatMap((batch) => batch.entries);
  switch (step.type) {
    case "append":
      return append(world, sessionId, step);
    case "append-again": {
      const batch = batches[step.pick % Math.max(1, batches.length)];
      if (batch === undefined) return;
      const { expectedHead } = batch;
      const result = await world.store.append(sessionId, batch.entries, { expectedHead });
      return expectAppended(result, "a batch that is stored already");
    }
    case "append-altered": {
      const stored = entries[step.pick % Math.max(1, entries.length)];
      if (stored === undefined) return;
      const altered = { ...stored, at: stored.at + 1 };
      return expectError("duplicate-id", "an entry that is stored with another time", () =>
        world.store.append(sessionId, [altered], { expectedHead: null }),
      );
    }
    case "read": {
      const from =
        step.pick === null ? undefined : entries[step.pick % Math.max(1, entries.length)]?.id;
      const order = step.newestFirst ? "newest-first" : "oldest-first";
      const ordered = step.newestFirst ? entries.toReversed() : entries;
      const begin = from === undefined ? 0 : ordered.findIndex((entry) => entry.id === from);
      const read = await readAll(
        world.store,
        { order, ...(from === undefined ? {} : { from }) },
        sessionId,
      );
      assert.deepEqual(read, ordered.slice(begin), `${order} from ${from ?? "the edge"}`);
      return;
    }
    case "delete": {
      const deleted = await world.store.delete(sessionId);
      assert.equal(deleted, entries.length > 0, "delete says whether there was anything");
      world.logs.delete(sessionId);
      return;
    }
    case "reopen":
      await world.store[Symbol.asyncDispose]();
      world.store = await world.place.open();
      if (world.rig.kind === "volatile") world.logs.clear();
  }
}

async function append(
  world: World,
  sessionId: string,
  { size, expect }: Extract<Step, { type: "append" }>,
): Promise<void> {
  const batches = world.logs.get(sessionId) ?? [];
  const ids = batches.flatMap((batch) => batch.entries.map((entry) => entry.id));
  const head = ids.at(-1) ?? null;
  const expectedHead = { head, null: null, older: ids[0] ?? "unknown", unknown: "unknown" }[expect];
  const entries = Array.from({ length: size }, () => message(`id-${world.nextId++}`, head));
  const result = await world.store.append(sessionId, entries, { expectedHead });
  if (size > 0 && expectedHead !== head) return expectConflict(result, head, `expecting ${expect}`);
  expectAppended(result, `expecting ${expect}`);
  if (size > 0) world.logs.set(sessionId, [...batches, { entries, expectedHead }]);
}

async function compare({ store, logs }: World): Promise<void> {
  assert.deepEqual(await listSessions(store), [...logs.keys()].toSorted(), "the sessions");
  for (const [sessionId, batches] of logs) {
    const ids = batches.flatMap((batch) => batch.entries.map((entry) => entry.id));
    assert.deepEqual(await readIds(store, {}, sessionId), ids, `the log of session ${sessionId}`);
  }
}
