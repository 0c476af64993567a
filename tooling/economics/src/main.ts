import { once } from "node:events";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import type { Job } from "./player.ts";
import { type Played, type Summary, summarize } from "./summarize.ts";
import { waysFor } from "./ways.ts";

const WINDOWS = ["8000", "16000", "32000", "128000", "200000"];

const { values } = parseArgs({
  options: {
    /** Window sizes in tokens. */
    window: { type: "string", multiple: true, default: WINDOWS },
    /** Starts of the names of ways. Default: all. */
    way: { type: "string", multiple: true, default: [""] },
    /** Prints the means as JSON, too. */
    json: { type: "boolean", default: false },
    /** Prints each conversation, too. */
    each: { type: "boolean", default: false },
  },
});
const THREADS = 2;

/** Lets a worker do a job. */
async function ask<Answer>(worker: Worker, job: Job | { readonly count: number }): Promise<Answer> {
  worker.postMessage(job, []);
  const answers: readonly unknown[] = await once(worker, "message");
  return answers[0] as Answer;
}

async function playAll(
  workers: readonly Worker[],
  windowTokens: number,
  names: readonly string[],
): Promise<readonly (readonly Played[])[]> {
  const [first] = workers;
  if (first === undefined) return [];
  const count = await ask<number>(first, { count: windowTokens });
  const jobs = names.flatMap((way) =>
    Array.from({ length: count }, (_, place): Job => ({ windowTokens, way, place })),
  );
  const played = new Map<Job, Played>();
  const queue = [...jobs];
  await Promise.all(
    workers.map(async (worker) => {
      for (let job = queue.shift(); job !== undefined; job = queue.shift())
        played.set(job, await ask<Played>(worker, job));
    }),
  );
  const byWay = Map.groupBy(jobs, ({ way }) => way);
  return [...byWay.values()].map((own) => own.flatMap((job) => played.get(job) ?? []));
}

const COLUMNS =
  "compactions, view, unchanged, rewritten, cache hits, cost, dollars, largest, above window, calls, Q, far";

function lineOf(summary: Summary): string {
  const { aboveWindow, cacheHits, compactions, cost, dollars, far, ...rest } = summary;
  const { largestTokens, quality, rewritten, summaryCalls, unchanged, viewTokens, way } = rest;
  const percent = (part: number): string => `${(part * 100).toFixed(0)} %`;
  return [
    way.padEnd(38),
    compactions.toFixed(1),
    String(viewTokens),
    percent(unchanged),
    rewritten.toFixed(2),
    percent(cacheHits),
    cost.toFixed(2),
    Object.values(dollars).join("/"),
    String(largestTokens),
    String(aboveWindow),
    summaryCalls.toFixed(1),
    quality.toFixed(1),
    far.toFixed(1),
  ].join(" | ");
}

const directory = process.env["CUTPOINT_TRANSCRIPTS"];
if (directory === undefined)
  console.log("skipped: CUTPOINT_TRANSCRIPTS is not set to a folder of transcripts");
else {
  const player = new URL("player.ts", import.meta.url);
  const workers = Array.from(
    { length: THREADS },
    () => new Worker(player, { workerData: { directory } }),
  );
  const summaries: Summary[] = [];
  for (const windowTokens of values.window.map(Number)) {
    console.log(`\nwindow of ${windowTokens} tokens: ${COLUMNS}`);
    const names = waysFor(windowTokens)
      .filter(({ name }) => values.way.some((start) => name.startsWith(start)))
      .map(({ name }) => name);
    for (const played of await playAll(workers, windowTokens, names)) {
      const summary = summarize(played);
      summaries.push(summary);
      console.log(lineOf(summary));
      if (!values.each) continue;
      for (const one of played)
        console.log(`  ${one.conversation}, ${one.conversationTokens}`, lineOf(summarize([one])));
    }
  }
  if (values.json) console.log(JSON.stringify(summaries, null, 2));
  await Promise.all(workers.map((worker) => worker.terminate()));
}
