import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { isCutpointError } from "@cutpoint/core";
import { beforeEach, expect, test } from "vitest";
import { message, messages, readIds, SESSION } from "./log.ts";
import { connectionString, execute, openPlace, type Place, skipWithoutServer } from "./postgres.ts";
import { createPostgresStore } from "../src/postgres-store.ts";

beforeEach(skipWithoutServer);

/** The number of entries in each partition. */
async function countByPartition({ pool, schema }: Place): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ table: string; count: string }>(
    `SELECT tableoid::regclass::text AS table, count(*) FROM "${schema}".entries GROUP BY 1`,
  );
  return Object.fromEntries(
    rows.map(({ table, count }) => [table.replace(`"${schema}".entries_`, ""), Number(count)]),
  );
}

test("every session moves to one partition, and reads the same", async () => {
  await using place = openPlace();
  await using store = place.open();
  const ids = Array.from({ length: 20 }, (_, index) => `session ${index}`);
  for (const id of ids) await store.append(id, messages(30), { expectedHead: null });
  await store.search("session 1", "text");
  const progress: number[] = [];
  expect(await store.partition(4, { onProgress: (sessions) => progress.push(sessions) })).toBe(20);
  expect(progress).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  const counts = await countByPartition(place);
  expect(counts["0"]).toBeUndefined();
  expect(Object.values(counts).reduce((sum, count) => sum + count)).toBe(600);
  for (const count of Object.values(counts)) expect(count % 30).toBe(0);
  for (const id of ids) expect(await Array.fromAsync(store.read(id))).toEqual(messages(30));
  expect(await store.search("session 1", '"text of 7"')).toHaveLength(1);
  expect(await store.partition(4)).toBe(0);
});

test("the same number continues, another number is refused", async () => {
  await using place = openPlace();
  await using store = place.open();
  await store.partition(2);
  for (const count of [1, 2.5, 65, 4]) {
    const error: unknown = await store.partition(count).catch((error: unknown) => error);
    expect(isCutpointError(error, "invalid-input"), String(error)).toBe(true);
  }
  expect(await store.partition(2)).toBe(0);
});

test("an account that cannot create tables uses the divided table", async () => {
  await using place = openPlace();
  await using owner = place.open();
  await owner.append(SESSION, [message("a")], { expectedHead: null });
  const role = place.schema.replaceAll(/\W/g, "_");
  await execute(`
    CREATE ROLE ${role} LOGIN;
    GRANT USAGE ON SCHEMA "${place.schema}" TO ${role};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA "${place.schema}" TO ${role}`);
  const asRole = connectionString.replace("cutpoint@", `${role}@`);
  await using store = createPostgresStore({ connectionString: asRole, schema: place.schema });
  expect(await readIds(store)).toEqual(["a"]);
  await owner.partition(2);
  await store.append(SESSION, [message("b", "a")], { expectedHead: "a" });
  expect(await readIds(store)).toEqual(["a", "b"]);
  expect(await store.delete(SESSION)).toBe(true);
  await execute(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
});

test("an append of a release without partitions fails and changes nothing", async () => {
  await using place = openPlace();
  await using store = place.open();
  await store.append(SESSION, [message("a")], { expectedHead: null });
  /** The append of the release before, which a process may run that was started before the migration. */
  const append = `
    WITH moved AS (
      UPDATE "${place.schema}".sessions SET head = $3, length = length + 1
      WHERE name = $1 AND head = $2 RETURNING key, length)
    INSERT INTO "${place.schema}".entries (session, place, id, body)
    SELECT key, length, $4, $5 FROM moved`;
  const body = (id: string, parentId: string): string => JSON.stringify(message(id, parentId));
  await place.pool.query(append, [SESSION, "a", "b", "b", body("b", "a")]);
  expect(await readIds(store)).toEqual(["a", "b"]);
  await store.partition(2);
  const late = place.pool.query(append, [SESSION, "b", "c", "c", body("c", "b")]);
  await expect(late).rejects.toThrow('no partition of relation "entries" found for row');
  expect(await readIds(store)).toEqual(["a", "b"]);
  const next = await store.append(SESSION, [message("c", "b")], { expectedHead: "b" });
  expect(next).toEqual({ type: "appended" });
});

test("an entry that is appended while its session waits to be moved is moved as well", async () => {
  await using place = openPlace();
  await using store = place.open();
  for (const id of ["first", SESSION])
    await store.append(id, [message("a")], { expectedHead: null });
  const stopped = store.partition(2, {
    onProgress() {
      throw new Error("stopped after the first session");
    },
  });
  await expect(stopped).rejects.toThrow("stopped after the first session");
  expect((await countByPartition(place))["0"]).toBe(1);
  const writer = await place.pool.connect();
  await writer.query(`BEGIN; SET LOCAL search_path TO "${place.schema}"`);
  await writer.query("UPDATE sessions SET head = 'b', length = 2 WHERE name = $1", [SESSION]);
  await writer.query(
    `INSERT INTO entries (session, place, id, body, partition)
      SELECT key, 2, 'b', $2, partition FROM sessions WHERE name = $1`,
    [SESSION, JSON.stringify(message("b", "a"))],
  );
  const resumed = store.partition(2);
  const waiting = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%${place.schema}%'`;
  while ((await execute(waiting)).length === 0);
  await writer.query("COMMIT");
  writer.release();
  expect(await resumed).toBe(1);
  expect(await readIds(store)).toEqual(["a", "b"]);
  expect((await countByPartition(place))["0"]).toBeUndefined();
});

const LINES = 7;

/** Divides the table in a process that is killed after some sessions. Returns whether it ended before. */
async function divideUntilKilled(place: Place): Promise<boolean> {
  const options = JSON.stringify({ connectionString, schema: place.schema });
  const program = fileURLToPath(new URL("partition-process.ts", import.meta.url));
  const child = spawn(
    process.execPath,
    ["--no-warnings", "--conditions=@cutpoint/source", program, options],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  let lines = 0;
  createInterface({ input: child.stdout }).on("line", () => {
    lines += 1;
    if (lines === LINES) child.kill("SIGKILL");
  });
  const [code] = (await once(child, "exit")) as [number | null];
  return code === 0;
}

test(
  "processes append, read and search while the table is divided, by a process that is killed",
  { tags: ["long"] },
  async () => {
    await using place = openPlace();
    const ids = Array.from({ length: 30 }, (_, index) => `session ${index}`);
    await using first = place.open();
    for (const id of ids) await first.append(id, messages(300), { expectedHead: null });
    const lengths = new Map(ids.map((id) => [id, 300]));
    const run = { isOver: false };
    const write = async (own: readonly string[]): Promise<void> => {
      await using store = createPostgresStore({ connectionString, schema: place.schema });
      while (!run.isOver)
        for (const id of own) {
          const length = lengths.get(id) ?? 0;
          const expectedHead = `${length - 1}`;
          const result = await store.append(id, messages(1, length), { expectedHead });
          expect(result).toEqual({ type: "appended" });
          lengths.set(id, length + 1);
        }
    };
    let reads = 0;
    const read = async (): Promise<void> => {
      await using store = createPostgresStore({ connectionString, schema: place.schema });
      while (!run.isOver)
        for (const id of ids) {
          const least = lengths.get(id) ?? 0;
          const entries = await Array.fromAsync(store.read(id));
          expect(entries.length).toBeGreaterThanOrEqual(least);
          expect(entries).toEqual(messages(entries.length));
          expect(await store.search(id, '"text of 250"')).toHaveLength(1);
          reads += 1;
        }
    };
    const work = [write(ids.slice(0, 15)), write(ids.slice(15)), read()];
    let kills = 0;
    while (!(await divideUntilKilled(place))) kills += 1;
    run.isOver = true;
    await Promise.all(work);
    expect(kills).toBeGreaterThan(0);
    expect(reads).toBeGreaterThan(0);
    for (const id of ids) {
      const length = lengths.get(id) ?? 0;
      expect(await Array.fromAsync(first.read(id))).toEqual(messages(length));
      const again = first.append(id, [message("5", `${length - 1}`)], {
        expectedHead: `${length - 1}`,
      });
      await expect(again).rejects.toThrow("expected an id that the session does not contain yet");
    }
    expect(Object.keys(await countByPartition(place))).not.toContain("0");
  },
);
