import { randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import { type Message, textOf, toolMessage } from "@cutpoint/core";
import { createExtractiveSummarizer } from "@cutpoint/extractive";
import { openSession } from "@cutpoint/session";
import { createPostgresStore } from "@cutpoint/store-postgres";
import { startServer } from "@cutpoint/postgres-server";
import { Pool } from "pg";
import { createRandom } from "../../../../packages/conformance/src/random.ts";
import { messageEntry } from "../generate-entries.ts";
import { bytesOf, logPosition, tableBytes } from "./database.ts";
import type { Inputs } from "./inputs.ts";
import { measureMoving } from "./measure-moving.ts";

const SESSIONS = 4;

const MESSAGES = 2000;

const WINDOW_TOKENS = 128_000;

const CONNECTIONS = 8;

const APPENDS_EACH = 1000;

const OPENS_EACH = 50;

/** Tool results are longer than what people and models write. */
const RESULT_TEXTS = 6;

type Played = {
  readonly entryBytes: readonly number[];
  readonly compactions: number;
  readonly summaryTokens: number;
  readonly summaryMs: number;
  readonly hotMessages: readonly number[];
};

/** Measures the inputs of the model with a real PostgreSQL. */
export async function measureInputs(): Promise<Partial<Inputs>> {
  const started = await startServer();
  if (typeof started === "string") throw new Error(started);
  await using server = started;
  const pool = new Pool({ connectionString: server.connectionString, max: CONNECTIONS });
  pool.on("error", () => {});
  try {
    await using store = createPostgresStore({ pool });
    const before = await logPosition(pool);
    const played: Played[] = [];
    for (let seed = 1; seed <= SESSIONS; seed += 1) played.push(await play(store, seed));
    const appended = await logPosition(pool);
    for (let seed = 1; seed <= SESSIONS; seed += 1) await store.search(`session ${seed}`, "word");
    // The index collects new words. This adds them.
    await pool.query("SELECT gin_clean_pending_list('cutpoint.words_found')");
    const indexed = await logPosition(pool);
    const count = SESSIONS * MESSAGES;
    const sizes = await tableBytes(pool);
    const compactions = sum(played.map((each) => each.compactions));
    const words = bytesOf(sizes, ["words"]);
    const rowBytes = round((bytesOf(sizes, sizes.keys()) - words) / count);
    const { openBytes, cold } = await readSession(store);
    const opened = await opensPerSecond(store);
    const sessionIds = Array.from({ length: SESSIONS }, (_, index) => `session ${index + 1}`);
    const moving = await measureMoving(pool, sessionIds, rowBytes);
    return {
      entryBytes: round(mean(played.flatMap(({ entryBytes }) => entryBytes))),
      rowBytes,
      wordBytes: round(words / count),
      appendLogBytes: round((appended - before) / count),
      indexLogBytes: round((indexed - appended) / count),
      appendsPerSecond: round(await appendsPerSecond(store)),
      opensPerSecond: round(opened),
      openBytes: round(openBytes),
      compactions: compactions / SESSIONS,
      summaryTokens: round(sum(played.map((each) => each.summaryTokens)) / compactions),
      summaryMs: round(sum(played.map((each) => each.summaryMs)) / compactions),
      hotMessages: round(mean(played.flatMap(({ hotMessages }) => hotMessages))),
      coldShare: gzipSync(cold).byteLength / cold.byteLength,
      ...moving,
    };
  } finally {
    await pool.end();
  }
}

type Store = ReturnType<typeof createPostgresStore>;

/** Plays one session and fits the view before each request of the model. */
async function play(store: Store, seed: number): Promise<Played> {
  const random = createRandom(seed);
  const summarizer = createExtractiveSummarizer();
  await using session = await openSession({ store, sessionId: `session ${seed}`, summarizer });
  const entryBytes: number[] = [];
  const hotMessages: number[] = [];
  let compactions = 0;
  let summaryTokens = 0;
  let summaryMs = 0;
  let sinceCut = 0;
  for (let index = 0; index < MESSAGES; index += 1) {
    if (index % 2 === 1) {
      const start = process.cpuUsage();
      const { outcome } = await session.fit({ windowTokens: WINDOW_TOKENS });
      const { user, system } = process.cpuUsage(start);
      if (outcome.type === "compacted") {
        compactions += 1;
        summaryTokens += outcome.receipt.compacted.tokens;
        summaryMs += (user + system) / 1000;
        sinceCut = outcome.receipt.kept.items;
      }
    }
    const message = messageOf(index, random);
    await session.append([message]);
    sinceCut += 1;
    hotMessages.push(sinceCut);
    const entry = { ...messageEntry(index, randomUUID(), () => 0), message };
    entryBytes.push(Buffer.byteLength(JSON.stringify(entry)));
  }
  return { entryBytes, compactions, summaryTokens, summaryMs, hotMessages };
}

function messageOf(index: number, random: () => number): Message {
  const { message } = messageEntry(index, null, random) as { readonly message: Message };
  if (message.role !== "tool") return message;
  const texts = Array.from({ length: RESULT_TEXTS }, (_, place) => {
    const user = messageEntry(place * 4, null, random) as { readonly message: Message };
    return textOf(user.message);
  });
  return toolMessage({ callId: `call-${index - 1}`, name: "read_file" }, texts.join("\n"));
}

/** Returns the JSON that opening the first session reads, and the entries that its last compaction replaced. */
async function readSession(store: Store): Promise<{ openBytes: number; cold: Buffer }> {
  let openBytes = 0;
  const cold: string[] = [];
  let firstKept: string | null | undefined;
  let isCold = false;
  for await (const entry of store.read("session 1", { order: "newest-first" })) {
    const text = JSON.stringify(entry);
    if (entry.type === "compaction") {
      if (firstKept !== undefined) break;
      firstKept = entry.state.firstKeptId;
    }
    if (isCold) cold.push(text);
    else openBytes += Buffer.byteLength(text);
    if (entry.id === firstKept) isCold = true;
  }
  return { openBytes, cold: Buffer.from(cold.join("\n")) };
}

async function appendsPerSecond(store: Store): Promise<number> {
  return rate(APPENDS_EACH, async (writer) => {
    const random = createRandom(writer);
    let head: string | null = null;
    return async (index) => {
      const entry = messageEntry(index, head, random);
      await store.append(`writer ${writer}`, [entry], { expectedHead: head });
      head = entry.id;
    };
  });
}

async function opensPerSecond(store: Store): Promise<number> {
  const summarizer = createExtractiveSummarizer();
  return rate(OPENS_EACH, async (reader) => async () => {
    const sessionId = `session ${1 + (reader % SESSIONS)}`;
    await using session = await openSession({ store, sessionId, summarizer });
    session.view();
  });
}

/** Runs an act on each connection at the same time. Returns how many ended a second. */
async function rate(
  each: number,
  create: (connection: number) => Promise<(index: number) => Promise<void>>,
): Promise<number> {
  const acts = await Promise.all(Array.from({ length: CONNECTIONS }, (_, place) => create(place)));
  const start = performance.now();
  await Promise.all(
    acts.map(async (act) => {
      for (let index = 0; index < each; index += 1) await act(index);
    }),
  );
  return (CONNECTIONS * each * 1000) / (performance.now() - start);
}

const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);

const mean = (values: readonly number[]): number => sum(values) / values.length;

const round = (value: number): number => Math.round(value);
