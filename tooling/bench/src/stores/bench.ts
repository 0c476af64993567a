import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { printGoals } from "../goals.ts";
import { jsonlAppendGoals, jsonlFlatnessGoals, jsonlGroupGoals } from "./append-jsonl.ts";
import { sqliteAppendGoals } from "./append-sqlite.ts";
import { jsonlLogs, openingGoals } from "./open-view.ts";
import { indexGoals } from "./rebuild-index.ts";
import { recallGoals } from "./recall.ts";

/** Measures the JSONL and the SQLite store, compared with the system calls that they need at least. */
export async function bench(): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), "cutpoint-bench-"));
  try {
    const goals = [
      ...(await jsonlAppendGoals(directory)),
      ...(await jsonlGroupGoals(directory)),
      ...(await sqliteAppendGoals(directory)),
      ...(await recallGoals(directory)),
      ...(await openingGoals(directory)),
      ...(await jsonlFlatnessGoals(jsonlLogs(directory))),
      ...(await indexGoals(join(directory, "jsonl-1000000"))),
    ];
    printGoals("Goals", goals);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
