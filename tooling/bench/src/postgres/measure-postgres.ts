import { randomUUID } from "node:crypto";
import { assistantMessage } from "@cutpoint/core";
import { createExtractiveSummarizer } from "@cutpoint/extractive";
import { type Entry, openSession } from "@cutpoint/session";
import { createPostgresStore } from "@cutpoint/store-postgres";
import { Pool } from "pg";
import { stateAfterReset } from "../../../../packages/session/src/log/states.ts";
import { logOf, rareWordOf } from "../stores/generate-entries.ts";
import { median } from "../stores/measure.ts";
import { countRoundTrips } from "./count-round-trips.ts";

/** Times of the store, compared with the statements that it needs at least. */
export type PostgresFigures = {
  /** Median of all rounds in µs per entry, on one connection, JSON encoding included. */
  readonly append: number;
  /** A prepared INSERT of the same row into a table with the same columns and keys. */
  readonly bareInsert: number;
  /** `bareInsert` divided by `append`, the median of the rounds. Both run under the same load. */
  readonly share: number;
  readonly openings: readonly {
    /** Entries of the session. All but the newest 200 are before its newest state. */
    readonly length: number;
    readonly roundTrips: number;
    /** Median from a new store to the view, in ms. */
    readonly duration: number;
  }[];
  /** The search for a word that one of many messages contains, with a complete index. */
  readonly recall: {
    readonly messages: number;
    readonly roundTrips: number;
    /** Median, in ms. */
    readonly duration: number;
  };
};

const ROUNDS = 41;

const APPENDS_A_ROUND = 200;

const LENGTHS = [1000, 10_000, 100_000];

const VISIBLE = 200;

const SEARCHED = 20_000;

const BATCH = 1000;

export async function measurePostgres(connectionString: string): Promise<PostgresFigures> {
  const pool = new Pool({ connectionString, max: 1 });
  // An ended pool can still report that the server ends.
  pool.on("error", () => {});
  try {
    const openings = [];
    for (const length of LENGTHS) openings.push(await measureOpening(pool, length));
    const recall = await measureRecall(pool);
    return { ...(await measureAppend(pool)), openings, recall };
  } finally {
    await pool.end();
  }
}

function entry(parentId: string | null): Entry {
  const text =
    "The tests of this package pass; three files were read and none was changed. ".repeat(5);
  const message = assistantMessage(text);
  return { type: "message", id: randomUUID(), parentId, at: 1_700_000_000_000, message };
}

async function measureAppend(
  pool: Pool,
): Promise<Pick<PostgresFigures, "append" | "bareInsert" | "share">> {
  await using store = createPostgresStore({ pool });
  await store.append("first", [entry(null)], { expectedHead: null });
  await pool.query("CREATE TABLE bare (LIKE cutpoint.entries INCLUDING ALL)");
  const text = "INSERT INTO bare (session, place, id, body) VALUES ($1, $2, $3, $4)";
  let head: string | null = null;
  let place = 0;
  const append = async (): Promise<void> => {
    const next = entry(head);
    const result = await store.append("appends", [next], { expectedHead: head });
    if (result.type !== "appended") throw new Error("unexpected write conflict");
    head = next.id;
  };
  let parentId: string | null = null;
  const bareInsert = async (): Promise<void> => {
    const next = entry(parentId);
    place += 1;
    await pool.query({ name: "bare", text, values: [1, place, next.id, JSON.stringify(next)] });
    parentId = next.id;
  };
  const durations = { append: [] as number[], bareInsert: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    durations.append.push(await timed(append));
    durations.bareInsert.push(await timed(bareInsert));
  }
  const shares = durations.append.map((each, round) => (durations.bareInsert[round] ?? 0) / each);
  return {
    append: median(durations.append),
    bareInsert: median(durations.bareInsert),
    share: median(shares),
  };
}

/** Measures one call, in µs per entry. */
async function timed(act: () => Promise<void>): Promise<number> {
  const start = performance.now();
  for (let index = 0; index < APPENDS_A_ROUND; index += 1) await act();
  return ((performance.now() - start) / APPENDS_A_ROUND) * 1000;
}

async function measureOpening(
  pool: Pool,
  length: number,
): Promise<PostgresFigures["openings"][number]> {
  const sessionId = `of ${length}`;
  await fill(pool, sessionId, length);
  const durations: number[] = [];
  let roundTrips = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const counted = countRoundTrips(pool);
    const start = performance.now();
    await using store = createPostgresStore({ pool: counted });
    await using session = await openSession({
      store,
      sessionId,
      summarizer: createExtractiveSummarizer(),
    });
    const { messages } = session.view();
    durations.push(performance.now() - start);
    if (messages.length < VISIBLE) throw new Error(`a view of ${messages.length} messages`);
    roundTrips = counted.roundTrips();
  }
  return { length, roundTrips, duration: median(durations) };
}

async function measureRecall(pool: Pool): Promise<PostgresFigures["recall"]> {
  const counted = countRoundTrips(pool);
  await using store = createPostgresStore({ pool: counted });
  let head: string | null = null;
  let batch: Entry[] = [];
  for (const each of logOf(SEARCHED)) {
    batch.push(each);
    if (batch.length < BATCH) continue;
    await store.append("searched", batch, { expectedHead: head });
    head = each.id;
    batch = [];
  }
  await store.search("searched", "nothing");
  const durations: number[] = [];
  let roundTrips = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = counted.roundTrips();
    const start = performance.now();
    const word = rareWordOf((round % (SEARCHED / 1000)) * 1000 + 500);
    const hits = await store.search("searched", word);
    durations.push(performance.now() - start);
    if (hits.length !== 1) throw new Error(`${word} was found ${hits.length} times`);
    roundTrips = counted.roundTrips() - before;
  }
  return { messages: SEARCHED, roundTrips, duration: median(durations) };
}

/** Fills a session in which all but the newest messages are compacted. */
async function fill(pool: Pool, sessionId: string, length: number): Promise<void> {
  await using store = createPostgresStore({ pool });
  let newest: Entry | null = null;
  let left = length;
  while (left > 0) {
    const batch: Entry[] = [];
    const size = left > VISIBLE + 1 ? Math.min(5000, left - VISIBLE - 1) : left;
    const expectedHead: string | null = newest?.id ?? null;
    const state = newest === null || size < left ? null : stateAfterReset(newest.id);
    if (state !== null) {
      const link = { id: randomUUID(), parentId: expectedHead, at: 1 };
      batch.push({ ...link, type: "compaction", reason: "reset", state, receipt: null });
    }
    while (batch.length < size) batch.push(entry(batch.at(-1)?.id ?? expectedHead));
    const result = await store.append(sessionId, batch, { expectedHead });
    if (result.type !== "appended") throw new Error("unexpected write conflict");
    newest = batch.at(-1) ?? newest;
    left -= size;
  }
}
