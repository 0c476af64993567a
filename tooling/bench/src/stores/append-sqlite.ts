import { statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Entry } from "@cutpoint/session";
import { createSqliteStore } from "@cutpoint/store-sqlite";
import type { Goal } from "../goals.ts";
import { createRandom, messageEntry } from "./generate-entries.ts";
import { median, timed } from "./measure.ts";

const TURNS = 150;
const APPENDS = 100;
const WARM_UP = 20;

/**
 * Compares single appends with a bare prepared INSERT of the same JSON, in turns.
 *
 * The other table has the same columns and indexes. Each INSERT is a transaction.
 */
export async function sqliteAppendGoals(directory: string): Promise<readonly Goal[]> {
  const bare = new DatabaseSync(join(directory, "bare.db"));
  bare.exec(`
    PRAGMA page_size = 8192; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
    CREATE TABLE entries (place INTEGER PRIMARY KEY, session INTEGER NOT NULL, id TEXT NOT NULL, body TEXT NOT NULL);
    CREATE INDEX entries_in_order ON entries (session);
    CREATE UNIQUE INDEX entries_by_id ON entries (session, id);
  `);
  const insert = bare.prepare("INSERT INTO entries (session, id, body) VALUES (?, ?, ?)");
  const file = join(directory, "append.db");
  await using store = createSqliteStore({ file });
  const random = createRandom(1);
  const ours: number[] = [];
  const raw: number[] = [];
  let head: string | null = null;
  let jsonBytes = 0;
  for (let turn = 0; turn < TURNS; turn += 1) {
    const entries: Entry[] = [];
    for (let index = 0; index < APPENDS; index += 1) {
      const entry: Entry = messageEntry(index + 1, head, random);
      entries.push(entry);
      head = entry.id;
    }
    for (const entry of entries) jsonBytes += Buffer.byteLength(JSON.stringify(entry)) + 1;
    const rawTime = await timed(() => {
      for (const entry of entries) insert.run(1, entry.id, JSON.stringify(entry));
    });
    const ourTime = await timed(async () => {
      for (const entry of entries)
        await store.append("s", [entry], { expectedHead: entry.parentId });
    });
    if (turn < WARM_UP) continue;
    raw.push((rawTime * 1000) / APPENDS);
    ours.push((ourTime * 1000) / APPENDS);
  }
  bare.close();
  const ratio = median(raw.map((time, index) => time / (ours[index] ?? Number.NaN)));
  await store[Symbol.asyncDispose]();
  const disk = statSync(file).size / jsonBytes;
  return [
    {
      what: "SQLite append",
      goal: "≥ 0.8 of a bare prepared INSERT",
      measured: `${ratio.toFixed(2)} (${median(ours).toFixed(1)} µs, bare ${median(raw).toFixed(1)} µs)`,
      isReached: ratio >= 0.8,
    },
    {
      what: "SQLite disk, without the word index",
      goal: "≤ 1.3 × the JSONL bytes",
      measured: `${disk.toFixed(2)} ×`,
      isReached: disk <= 1.3,
    },
  ];
}
