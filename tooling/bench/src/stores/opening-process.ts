import { createEstimator } from "@cutpoint/core";
import { createExtractiveSummarizer } from "@cutpoint/extractive";
import { openSession, type SessionStore } from "@cutpoint/session";
import { type Opened, openStore } from "./open-view.ts";

/** Opens the session of a folder at each message of the parent process, and sends the measurements back. */
const [kind = "", folder = ""] = process.argv.slice(2);
const estimator = createEstimator();
const summarizer = createExtractiveSummarizer();
let before: number | null = null;

async function open(wrap: (store: SessionStore) => SessionStore): Promise<number> {
  const start = performance.now();
  await using store = openStore(kind, folder);
  await using session = await openSession({
    store: wrap(store),
    sessionId: "s",
    estimator,
    summarizer,
  });
  const view = session.view();
  const time = performance.now() - start;
  if (view.messages.length < 50) throw new Error(`a view of ${view.messages.length} messages`);
  return time;
}

async function countEntries(): Promise<number> {
  let read = 0;
  await open((store) => ({
    ...store,
    async *read(sessionId, options) {
      for await (const entry of store.read(sessionId, options)) {
        read += 1;
        yield entry;
      }
    },
  }));
  return read;
}

const read = await countEntries();

async function answer(): Promise<void> {
  const time = await open((store) => store);
  globalThis.gc?.();
  before ??= process.memoryUsage().rss;
  const grownMegabytes = Math.max(0, process.memoryUsage().rss - before) / 2 ** 20;
  process.send?.({ time, read, grownMegabytes } satisfies Opened);
}

process.on("message", () => void answer());
