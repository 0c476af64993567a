import { setImmediate } from "node:timers/promises";
import { isCutpointError } from "@cutpoint/core";
import { emptyState } from "@cutpoint/core/kit";
import { startServer } from "@cutpoint/postgres-server";
import { startPgBouncer } from "@cutpoint/postgres-server/pgbouncer";
import type { Entry } from "@cutpoint/session";
import { Client } from "pg";
import { expect, test } from "vitest";
import { createPostgresStore, type PostgresStore } from "../src/postgres-store.ts";
import { message, readIds, SESSION } from "./log.ts";
import { startS3 } from "./s3-server.ts";

const OPERATIONS = ["append", "search", "read", "move"] as const;

type Operation = (typeof OPERATIONS)[number];

/** A process that uses a session with all its operations at once, and repeats those that fail. */
type Work = {
  /** How often each operation failed with a retryable `store-failed`. */
  readonly failed: Record<Operation, number>;
  /** Waits until each operation has succeeded again, or failed. Throws the first error of another kind. */
  until(kind: "done" | "failed", operations: readonly Operation[]): Promise<void>;
  /** Ends the work. Returns the acknowledged entries. Throws the first error of another kind. */
  end(): Promise<readonly Entry[]>;
};

const zero = (): Record<Operation, number> => ({ append: 0, search: 0, read: 0, move: 0 });

/** Compacts all entries but the newest every so often, so that there is something to move. */
const COMPACTION_INTERVAL = 100;

function entryAfter(entries: readonly Entry[]): Entry {
  const parentId = entries.at(-1)?.id ?? null;
  if (entries.length % COMPACTION_INTERVAL !== COMPACTION_INTERVAL - 1)
    return message(`${entries.length}`, parentId);
  const state = { ...emptyState(), compactedThrough: parentId, lastSeenId: parentId };
  const id = `${entries.length}`;
  return { type: "compaction", id, parentId, at: 1, reason: "reset", receipt: null, state };
}

async function startWork(store: PostgresStore): Promise<Work> {
  const counts = { done: zero(), failed: zero() };
  const acknowledged: Entry[] = [];
  const run: { isOver: boolean; problem?: Error } = { isOver: false };
  const acts: Record<Operation, () => Promise<void>> = {
    async append() {
      const entry = entryAfter(acknowledged);
      const expectedHead = acknowledged.at(-1)?.id ?? null;
      const result = await store.append(SESSION, [entry], { expectedHead });
      expect(result).toEqual({ type: "appended" });
      acknowledged.push(entry);
    },
    async search() {
      const hits = await store.search(SESSION, '"text of 0"');
      expect(hits.map(({ entryId }) => entryId)).toEqual(["0"]);
    },
    async read() {
      const least = acknowledged.length;
      const ids = await readIds(store);
      // One text, because comparing long lists would take most of the time.
      const expected = acknowledged.slice(0, least).map(({ id }) => id);
      expect(ids.slice(0, least).join()).toBe(expected.join());
    },
    async move() {
      const { entries } = await store.moveToCold(SESSION);
      if (entries === 0) throw new Nothing();
    },
  };
  await acts.append();
  const repeat = async (operation: Operation): Promise<void> => {
    while (!run.isOver)
      try {
        await acts[operation]();
        counts.done[operation] += 1;
      } catch (error) {
        if (error instanceof Nothing) continue;
        if (!isCutpointError(error, "store-failed") || !error.retryable) throw error;
        counts.failed[operation] += 1;
      }
  };
  const running = Promise.all(OPERATIONS.map(repeat)).catch((error: unknown) => {
    run.problem = error instanceof Error ? error : new Error(String(error));
    run.isOver = true;
  });
  return {
    failed: counts.failed,
    async until(kind, operations) {
      const before = { ...counts[kind] };
      const isSame = (operation: Operation): boolean =>
        counts[kind][operation] === before[operation];
      while (operations.some(isSame)) {
        if (run.problem !== undefined) throw run.problem;
        await setImmediate();
      }
    },
    async end() {
      run.isOver = true;
      await running;
      if (run.problem !== undefined) throw run.problem;
      return acknowledged;
    },
  };
}

/** A move that found nothing to move. */
class Nothing extends Error {}

test(
  "the object storage restarts while entries are appended, searched, read and moved",
  { tags: ["long"] },
  async ({ skip }) => {
    const server = await startServer();
    if (typeof server === "string") return skip(server);
    await using running = server;
    await using s3 = await startS3();
    const { connectionString } = running;
    await using store = createPostgresStore({ connectionString, coldStorage: s3.storage });
    const work = await startWork(store);
    for (let round = 0; round < 3; round += 1) {
      await work.until("done", OPERATIONS);
      const appendErrors = work.failed.append;
      await s3.stop();
      await work.until("failed", ["search", "read", "move"]);
      await work.until("done", ["append"]);
      expect(work.failed.append).toBe(appendErrors);
      await s3.restart();
    }
    await work.until("done", OPERATIONS);
    const entries = await work.end();
    expect(entries.length).toBeGreaterThan(COMPACTION_INTERVAL);
    expect(await readAfterMove(store)).toEqual(entries);
    const client = new Client({ connectionString });
    await client.connect();
    const { rows } = await client.query<{ object: string }>("SELECT object FROM cutpoint.segments");
    await client.end();
    expect([...(await s3.objects())].toSorted()).toEqual(
      rows.map(({ object }) => object).toSorted(),
    );
  },
);

test.for(["PostgreSQL", "PgBouncer"])(
  "%s restarts while entries are appended, searched, read and moved",
  { tags: ["long"] },
  async (kind, { skip }) => {
    const server = await startServer();
    if (typeof server === "string") return skip(server);
    await using running = server;
    await using s3 = await startS3();
    const pooler = await startPgBouncer(running);
    if (typeof pooler === "string") return skip(pooler);
    await using between = pooler;
    const restarting = kind === "PgBouncer" ? between : running;
    const { connectionString } = restarting;
    const options = { connectionString, prepare: false, coldStorage: s3.storage };
    await using store = createPostgresStore(options);
    const work = await startWork(store);
    for (let round = 0; round < 3; round += 1) {
      await work.until("done", OPERATIONS);
      await restarting.crashAndRestart();
    }
    await work.until("done", OPERATIONS);
    const entries = await work.end();
    expect(entries.length).toBeGreaterThan(COMPACTION_INTERVAL);
    expect(await readAfterMove(store)).toEqual(entries);
  },
);

async function readAfterMove(store: PostgresStore): Promise<readonly Entry[]> {
  await store.moveToCold(SESSION);
  return Array.fromAsync(store.read(SESSION));
}
