import { isCutpointError } from "@cutpoint/core";
import { emptyState } from "@cutpoint/core/kit";
import type { Entry } from "@cutpoint/session";
import { AwsClient } from "aws4fetch";
import { beforeEach, describe, expect, test } from "vitest";
import type { ObjectStorage } from "../src/object-storage.ts";
import { createPostgresStore, type PostgresStore } from "../src/postgres-store.ts";
import { createS3Storage } from "../src/s3-storage.ts";
import { message, messages, SESSION } from "./log.ts";
import { openPlace, type Place, skipWithoutServer } from "./postgres.ts";
import { startS3 } from "./s3-server.ts";

beforeEach(skipWithoutServer);

const COUNT = 3000;
const THROUGH = 2900;
const HEAD = "compaction";

const compaction: Entry = {
  type: "compaction",
  id: HEAD,
  parentId: `${COUNT - 1}`,
  at: 2,
  reason: "reset",
  receipt: null,
  state: { ...emptyState(), compactedThrough: `${THROUGH}`, lastSeenId: `${COUNT - 1}` },
};

function open({ pool, schema }: Place, coldStorage: ObjectStorage): PostgresStore {
  return createPostgresStore({ pool, schema, coldStorage });
}

/** Appends a log whose newest state has compacted 2,901 entries. */
async function fill(store: PostgresStore): Promise<void> {
  await store.append(SESSION, [...messages(COUNT), compaction], { expectedHead: null });
}

/** Everything that a reader of the store can see. */
async function readAll(store: PostgresStore): Promise<unknown> {
  const all = async (options: Parameters<PostgresStore["read"]>[1]): Promise<readonly Entry[]> =>
    Array.fromAsync(store.read(SESSION, options));
  return {
    oldest: await all({ order: "oldest-first" }),
    newest: await all({ order: "newest-first" }),
    from: await all({ order: "newest-first", from: "2500" }),
    since: await all({ order: "oldest-first", from: "700" }),
    found: await store.search(SESSION, "text of 7"),
    many: await store.search(SESSION, "text", { limit: 500 }),
  };
}

async function movedRows({ pool, schema }: Place): Promise<number> {
  const { rows } = await pool.query(`SELECT FROM "${schema}".entries WHERE body IS NULL`);
  return rows.length;
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.catch((error: unknown) => error);
  return isCutpointError(error) ? `${error.code} ${error.retryable}` : String(error);
}

describe.each(["never", "before", "after"])("with a table divided %s", (divided) => {
  const tags = divided === "never" ? [] : ["long"];
  test("every read and search returns the same before and after the move", { tags }, async () => {
    await using s3 = await startS3();
    await using place = openPlace();
    await using store = open(place, s3.storage);
    if (divided === "before") await store.partition(4);
    await fill(store);
    const moved = await store.moveToCold(SESSION);
    expect(moved).toMatchObject({ entries: THROUGH, objects: 2 });
    if (divided === "after") await store.partition(4);
    expect(await movedRows(place)).toBe(THROUGH);
    const after = await readAll(store);
    await using hotPlace = openPlace();
    await using hot = hotPlace.open();
    await fill(hot);
    expect(after).toEqual(await readAll(hot));
    expect(await s3.objects()).toHaveLength(2);
    expect(await store.moveToCold(SESSION)).toEqual({ entries: 0, objects: 0, bytes: 0 });
  });
});

test("a session that was searched before the move is searched from its index", async () => {
  await using s3 = await startS3();
  await using place = openPlace();
  await using store = open(place, s3.storage);
  await fill(store);
  const before = await readAll(store);
  await store.moveToCold(SESSION);
  expect(await readAll(store)).toEqual(before);
});

test("a moved id cannot be used again, and a repeated append is recognized", async () => {
  await using s3 = await startS3();
  await using place = openPlace();
  await using store = open(place, s3.storage);
  await fill(store);
  await store.moveToCold(SESSION);
  const again = store.append(SESSION, [message("5", HEAD)], { expectedHead: HEAD });
  expect(await codeOf(again)).toBe("duplicate-id false");
  const log = [...messages(COUNT), compaction];
  expect(await store.append(SESSION, log, { expectedHead: null })).toEqual({ type: "appended" });
});

test("the text of a rewritten entry leaves the object storage", async () => {
  await using s3 = await startS3();
  await using place = openPlace();
  await using store = open(place, s3.storage);
  await fill(store);
  await store.moveToCold(SESSION);
  const [first] = await s3.objects();
  const before = await s3.objects();
  await store.rewrite(SESSION, [message("5", "4", "other")], { expectedHead: HEAD });
  expect(first).toBeDefined();
  expect(await s3.objects()).toHaveLength(before.length - 1);
  expect(await store.search(SESSION, '"text of 5"')).toEqual([]);
  await store.moveToCold(SESSION);
  expect(await movedRows(place)).toBe(THROUGH);
  const [hit] = await store.search(SESSION, "other");
  expect(hit?.entryId).toBe("5");
});

test("eviction and deletion remove objects", async () => {
  await using s3 = await startS3();
  await using place = openPlace();
  await using store = open(place, s3.storage);
  await fill(store);
  await store.moveToCold(SESSION);
  expect(await s3.objects()).toHaveLength(2);
  expect(await store.evict(SESSION, { through: "2500", expectedHead: HEAD })).toEqual({
    type: "evicted",
    count: 2501,
  });
  expect(await s3.objects()).toEqual([]);
  const entries = await Array.fromAsync(store.read(SESSION));
  expect(entries.slice(1)).toEqual([...messages(499, 2501), compaction]);
  await store.moveToCold(SESSION);
  expect(await s3.objects()).toHaveLength(1);
  expect(await store.delete(SESSION)).toBe(true);
  expect(await s3.objects()).toEqual([]);
});

test.for(["put", "get"] as const)(
  "an outage during %s loses nothing, and the next move completes",
  async (step) => {
    await using s3 = await startS3();
    await using place = openPlace();
    let isDown = true;
    const stopIfDown = async (current: string): Promise<void> => {
      if (isDown && current === step) await s3.stop();
    };
    await using store = open(place, {
      ...s3.storage,
      put: (key, bytes) => stopIfDown("put").then(() => s3.storage.put(key, bytes)),
      get: (key) => stopIfDown("get").then(() => s3.storage.get(key)),
    });
    await fill(store);
    expect(await codeOf(store.moveToCold(SESSION))).toBe("store-failed true");
    expect(await movedRows(place)).toBe(0);
    isDown = false;
    await s3.restart();
    expect(await store.moveToCold(SESSION)).toMatchObject({ entries: THROUGH });
    expect(await s3.objects()).toHaveLength(2);
    expect(await Array.fromAsync(store.read(SESSION))).toEqual([...messages(COUNT), compaction]);
  },
);

test("a connection lost before the commit loses nothing, and the next move deletes the object", async () => {
  await using s3 = await startS3();
  await using place = openPlace();
  let isLost = true;
  await using store = open(place, {
    ...s3.storage,
    async get(key) {
      const bytes = await s3.storage.get(key);
      if (isLost)
        await place.pool.query(`
          SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE state = 'idle in transaction' AND query LIKE '%"${place.schema}".unused_objects%'`);
      return bytes;
    },
  });
  await fill(store);
  expect(await codeOf(store.moveToCold(SESSION))).toBe("store-failed true");
  expect(await s3.objects()).toHaveLength(1);
  expect(await movedRows(place)).toBe(0);
  const orphans = await s3.objects();
  isLost = false;
  await store.moveToCold(SESSION);
  expect(await s3.objects()).toHaveLength(2);
  expect(await s3.objects()).not.toContain(orphans[0]);
});

test("reading moved entries during an outage throws one retryable error; newer entries are read", async () => {
  await using s3 = await startS3();
  await using place = openPlace();
  await using store = open(place, s3.storage);
  await fill(store);
  await store.moveToCold(SESSION);
  await s3.stop();
  const newest: Entry[] = [];
  for await (const entry of store.read(SESSION, { order: "newest-first" })) {
    newest.push(entry);
    if (entry.id === `${THROUGH}`) break;
  }
  expect(newest).toHaveLength(COUNT - THROUGH + 1);
  expect(await codeOf(Array.fromAsync(store.read(SESSION)))).toBe("store-failed true");
  expect(await codeOf(store.delete(SESSION))).toBe("store-failed true");
  await s3.restart();
  await store.delete(SESSION);
  expect(await s3.objects()).toEqual([]);
});

test("a rewrite of a moved entry during an outage changes nothing", async () => {
  await using s3 = await startS3();
  await using place = openPlace();
  await using store = open(place, s3.storage);
  await fill(store);
  await store.moveToCold(SESSION);
  await s3.stop();
  const rewrite = (): Promise<unknown> =>
    store.rewrite(SESSION, [message("5", "4", "other")], { expectedHead: HEAD });
  expect(await codeOf(rewrite())).toBe("store-failed true");
  await s3.restart();
  expect(await Array.fromAsync(store.read(SESSION))).toEqual([...messages(COUNT), compaction]);
  expect(await rewrite()).toEqual({ type: "appended" });
  expect(await s3.objects()).toHaveLength(1);
});

test("an entry that was changed during the move is not moved", async () => {
  await using s3 = await startS3();
  await using place = openPlace();
  await using other = open(place, s3.storage);
  let rewrites = 1;
  await using store = open(place, {
    ...s3.storage,
    async put(key, bytes) {
      if (rewrites-- > 0)
        await other.rewrite(SESSION, [message("5", "4", "other")], { expectedHead: HEAD });
      await s3.storage.put(key, bytes);
    },
  });
  await fill(store);
  expect(await codeOf(store.moveToCold(SESSION))).toBe("conflict true");
  await store.moveToCold(SESSION);
  expect((await Array.fromAsync(store.read(SESSION)))[5]).toEqual(message("5", "4", "other"));
  expect(await s3.objects()).toHaveLength(2);
});

test("without object storage, moved entries are refused", async () => {
  await using s3 = await startS3();
  await using place = openPlace();
  await using store = open(place, s3.storage);
  await fill(store);
  await store.moveToCold(SESSION);
  await using without = place.open();
  expect(await codeOf(without.moveToCold(SESSION))).toBe("invalid-input false");
  expect(await codeOf(Array.fromAsync(without.read(SESSION)))).toBe("invalid-input false");
  expect(await codeOf(without.delete(SESSION))).toBe("invalid-input false");
  expect(await s3.objects()).toHaveLength(2);
});

test("a bucket that does not exist is an error, not a missing object", async () => {
  await using s3 = await startS3();
  const client = new AwsClient({ ...s3.credentials, service: "s3", retries: 0 });
  const elsewhere = createS3Storage(client, s3.bucket.replace("cold", "warm"));
  expect(await s3.storage.get("none")).toBeNull();
  await s3.storage.delete("none");
  await expect(elsewhere.get("none")).rejects.toThrow("GET none: 404");
  await expect(elsewhere.put("one", new Uint8Array([1]))).rejects.toThrow("PUT one: 404");
});

test("a dry run counts the entries to move, and moves none", async () => {
  await using s3 = await startS3();
  await using place = openPlace();
  await using store = open(place, s3.storage);
  await fill(store);
  const counted = { entries: THROUGH, objects: 0, bytes: 0 };
  expect(await store.moveToCold(SESSION, { dryRun: true })).toEqual(counted);
  expect(await s3.objects()).toEqual([]);
  await store.moveToCold(SESSION);
  expect(await store.moveToCold(SESSION, { dryRun: true })).toEqual({ ...counted, entries: 0 });
});
