import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEstimator } from "@cutpoint/core";
import { createExtractiveSummarizer } from "@cutpoint/extractive";
import { type Entry, openSession, type SessionStore } from "@cutpoint/session";
import { createJsonlStore } from "@cutpoint/store-jsonl";
import { createSqliteStore } from "@cutpoint/store-sqlite";
import { logOf } from "../generate-entries.ts";
import { timed } from "../measure.ts";
import { least, type Row } from "./row.ts";

const ENTRIES = 10_000;
const BATCH = 1_000;

export const storeRows: readonly Row[] = [
  {
    name: "open and view, 10,000 entries, JSONL",
    unit: "ms",
    goal: 2,
    measure: () => openTime("jsonl"),
  },
  {
    name: "open and view, 10,000 entries, SQLite",
    unit: "ms",
    goal: 2,
    measure: () => openTime("sqlite"),
  },
];

type Kind = "jsonl" | "sqlite";

async function openTime(kind: Kind): Promise<number> {
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
    return await least(300, () => timed(open));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
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
