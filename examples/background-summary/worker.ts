// The process of the jobs. It prepares a compaction and writes nothing to the session.
import { createExtractiveSummarizer } from "@cutpoint/extractive";
import { openSession } from "@cutpoint/session";
import { createPostgresStore } from "@cutpoint/store-postgres";
import { PgBoss } from "pg-boss";

const connectionString = process.argv[2] ?? "";
const store = createPostgresStore({ connectionString });
const boss = new PgBoss(connectionString);
await boss.start();
await boss.work<{ sessionId: string }>("prepare", { pollingIntervalSeconds: 0.5 }, async (jobs) => {
  const [job] = jobs;
  if (job === undefined) return null;
  const summarizer = createExtractiveSummarizer(); // or a model, which takes its time here
  await using session = await openSession({ store, sessionId: job.data.sessionId, summarizer });
  return await session.prepare({ windowTokens: 8_000 }); // plain data, stored as the output of the job
});
