import { join } from "node:path";
import type { Entry, SessionStore } from "@cutpoint/session";
import { createJsonlStore } from "@cutpoint/store-jsonl";
import { createSqliteStore } from "@cutpoint/store-sqlite";
import { logOf } from "./generate-entries.ts";

const BATCH = 1000;

export function openStore(kind: string, folder: string): SessionStore {
  return kind === "jsonl"
    ? createJsonlStore({ directory: folder })
    : createSqliteStore({ file: join(folder, "log.db") });
}

export async function fill(kind: string, folder: string, size: number): Promise<void> {
  await using store = openStore(kind, folder);
  let head: string | null = null;
  let batch: Entry[] = [];
  for (const entry of logOf(size)) {
    batch.push(entry);
    if (kind === "sqlite" ? batch.length < BATCH : false) continue;
    await store.append("s", batch, { expectedHead: head });
    head = entry.id;
    batch = [];
  }
  if (batch.length > 0) await store.append("s", batch, { expectedHead: head });
}
