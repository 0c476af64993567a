import { createEstimator, openSession } from "@cutpoint/core";
import type { SessionStore } from "@cutpoint/core";
import { type Opening, openStore } from "./open-view.ts";

const OPENINGS = 41;
const WARM_UP = 20;

/** Opens the session in a folder again and again, and tells what one opening takes once the code is warm. */
const [kind = "", folder = ""] = process.argv.slice(2);
const counted = createEstimator();
const times: number[] = [];
let read = 0;

function counting(store: SessionStore): SessionStore {
  return {
    ...store,
    async *read(sessionId, options) {
      for await (const entry of store.read(sessionId, options)) {
        read += 1;
        yield entry;
      }
    },
  };
}

async function open(wrap: (store: SessionStore) => SessionStore): Promise<number> {
  const start = performance.now();
  await using store = openStore(kind, folder);
  await using session = await openSession({
    store: wrap(store),
    sessionId: "s",
    estimator: counted,
  });
  const view = session.view();
  const time = performance.now() - start;
  if (view.messages.length < 50) throw new Error(`a view of ${view.messages.length} messages`);
  return time;
}

await open((store) => store);
globalThis.gc?.();
const before = process.memoryUsage().rss;
for (let round = 0; round < OPENINGS; round += 1) {
  const time = await open((store) => store);
  if (round >= WARM_UP) times.push(time);
}
const grownMegabytes = Math.max(0, process.memoryUsage().rss - before) / 2 ** 20;
await open(counting);
const opening: Opening = { times, read, grownMegabytes };
process.send?.(opening);
process.disconnect?.();
