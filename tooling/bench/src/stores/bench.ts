import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { printGoals } from "../goals.ts";
import { jsonlAppendGoals, jsonlGroupGoals } from "./append-jsonl.ts";
import { sqliteAppendGoals } from "./append-sqlite.ts";

/** Measures appends of the JSONL and the SQLite store, compared with the system calls that they need at least. */
export async function bench(): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), "cutpoint-bench-"));
  try {
    printGoals("Goals", [
      ...(await jsonlAppendGoals(directory)),
      ...(await jsonlGroupGoals(directory)),
      ...(await sqliteAppendGoals(directory)),
    ]);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
