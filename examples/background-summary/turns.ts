import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { assistantMessage, type PreparedCompaction, textOf, userMessage } from "@cutpoint/core";
import { createExtractiveSummarizer } from "@cutpoint/extractive";
import { openSession } from "@cutpoint/session";
import { createPostgresStore } from "@cutpoint/store-postgres";
import { PgBoss } from "pg-boss";

// The process of the conversation. Its argument is the address of a database.
const connectionString = process.argv[2] ?? "";
const boss = new PgBoss(connectionString);
await boss.start();
await boss.createQueue("prepare");
const worker = fork(new URL("worker.ts", import.meta.url), [connectionString]);

const store = createPostgresStore({ connectionString });
const sessionId = "one";
const session = await openSession({ store, sessionId, summarizer: createExtractiveSummarizer() });

async function play(from: number, to: number): Promise<void> {
  for (let turn = from; turn < to; turn += 1) {
    await session.append([userMessage(`Question ${turn}: ${"what about this? ".repeat(20)}`)]);
    await session.append([assistantMessage(`Answer ${turn}.`)]);
  }
}

async function sendJob(): Promise<string> {
  const jobId = await boss.send("prepare", { sessionId });
  assert(jobId !== null);
  return jobId;
}

async function waitForJob(jobId: string): Promise<PreparedCompaction> {
  for (;;) {
    const [job] = await boss.findJobs<unknown>("prepare", { id: jobId });
    if (job?.state === "completed") return job.output as PreparedCompaction;
    await delay(100);
  }
}

await play(0, 100);
const job = await sendJob();
await play(100, 103); // the conversation does not wait
const prepared = await waitForJob(job);
await play(103, 105);
const { outcome, view } = await session.apply(prepared);
assert.equal(outcome.type, "compacted");
const texts = view.messages.map(textOf);
for (const turn of [100, 101, 102, 103, 104]) assert(texts.includes(`Answer ${turn}.`));
console.log(`Compacted to ${prepared.receipt.tokensAfter} tokens, and 5 newer turns are kept.`);

// A race: the session is compacted after a job has prepared a compaction of what was there before.
await play(105, 200);
const late = await waitForJob(await sendJob());
await session.fit({ windowTokens: 8_000 });
await play(200, 203);
const refused = await session.apply(late);
assert(refused.outcome.type === "failed" && refused.outcome.error.code === "conflict");
assert(refused.view.messages.some((message) => textOf(message) === "Answer 202."));
console.log("A compaction that was prepared for an older state is not applied.");

await session[Symbol.asyncDispose]();
await store[Symbol.asyncDispose]();
worker.kill();
await once(worker, "exit");
await boss.stop();
