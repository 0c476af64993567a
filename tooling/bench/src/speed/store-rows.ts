import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEstimator } from "@cutpoint/core";
import { createExtractiveSummarizer } from "@cutpoint/extractive";
import { type Entry, openSession, type SessionStore } from "@cutpoint/session";
import { createJsonlStore } from "@cutpoint/store-jsonl";
import { createSqliteStore } from "@cutpoint/store-sqlite";
import { logOf } from "../generate-entries.ts";
import { compare, type Measured, type Row, timeOfAsyncCalls } from "./row.ts";

const ENTRIES = 10_000;
const BATCH = 1_000;

/** Entries of a generated log that the view consists of. */
const NEWEST = 261;

export const storeRows: readonly Row[] = [
  {
    name: "open and view, 10,000 entries, JSONL",
    yardstick: "read and parse the newest 261 entries",
    unit: "×",
    goal: 2.2,
    measure: () => openTime("jsonl"),
  },
  {
    name: "open and view, 10,000 entries, SQLite",
    yardstick: "select and parse the newest 261 entries",
    unit: "×",
    goal: 2.3,
    measure: () => openTime("sqlite"),
  },
];

type Kind = "jsonl" | "sqlite";

async function openTime(kind: Kind): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), "cutpoint-bench-"));
  const estimator = createEstimator();
  const summarizer = createExtractiveSummarizer();
  const open = async (): Promise<void> => {
    await using store = openStore(kind, folder);
    await using session = await openSession({ store, sessionId: "s", estimator, summarizer });
    if (session.view().messages.length < 50) throw new Error("the view is too short");
  };
  try {
    await fill(kind, folder);
    const parse = kind === "jsonl" ? await rawFile(folder) : rawDatabase(folder);
    return await compare(100, timeOfAsyncCalls(4, open), timeOfAsyncCalls(4, parse));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function rawFile(folder: string): Promise<() => Promise<unknown>> {
  const file = join(folder, "newest");
  const newest = [...logOf(ENTRIES)].slice(-NEWEST);
  await writeFile(file, newest.map((entry) => JSON.stringify(entry)).join("\n"));
  return async () =>
    (await readFile(file, "utf8")).split("\n").map((line) => JSON.parse(line) as Entry);
}

function rawDatabase(folder: string): () => Promise<unknown> {
  return async () => {
    const database = new DatabaseSync(join(folder, "log.db"));
    const rows = database
      .prepare(`SELECT body FROM cutpoint_entries ORDER BY place DESC LIMIT ${NEWEST}`)
      .all();
    database.close();
    return rows.map(({ body }) => JSON.parse(`{"id":""${String(body)}`) as Entry);
  };
}

function openStore(kind: Kind, folder: string): SessionStore {
  return kind === "jsonl"
    ? createJsonlStore({ directory: folder })
    : createSqliteStore({ file: join(folder, "log.db") });
}

async function fill(kind: Kind, folder: string): Promise<void> {
  await using store = openStore(kind, folder);
  const entries: readonly Entry[] = [...logOf(ENTRIES)];
  let head: string | null = null;
  for (let first = 0; first < ENTRIES; first += BATCH) {
    const batch = entries.slice(first, first + BATCH);
    await store.append("s", batch, { expectedHead: head });
    head = batch.at(-1)?.id ?? null;
  }
}
