import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEstimator } from "@cutpoint/core";
import { createExtractiveSummarizer } from "@cutpoint/extractive";
import { openSession } from "@cutpoint/session";
import { timed } from "../stores/measure.ts";
import { fill, openStore } from "../stores/fill.ts";
import { least, type Row } from "./row.ts";

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

async function openTime(kind: "jsonl" | "sqlite"): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "cutpoint-bench-"));
  const estimator = createEstimator();
  const summarizer = createExtractiveSummarizer();
  const open = async (): Promise<void> => {
    await using store = openStore(kind, folder);
    await using session = await openSession({ store, sessionId: "s", estimator, summarizer });
    if (session.view().messages.length < 50) throw new Error("the view is too short");
  };
  try {
    await fill(kind, folder, 10_000);
    return await least(300, () => timed(open));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
