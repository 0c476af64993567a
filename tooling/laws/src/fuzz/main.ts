import { setImmediate } from "node:timers/promises";
import * as fc from "fast-check";
import { hostileRuns } from "./hostile-runs.ts";
import { play } from "./play.ts";

const DEFAULT_HISTORIES = 100_000;

/** Histories for each seed. A failure is shrunk within its batch. */
const BATCH = 1_000;

const [histories = String(DEFAULT_HISTORIES), seed = String(Date.now() % 2 ** 31)] =
  process.argv.slice(2);

if (!/^[1-9]\d*$/.test(histories) || !/^\d+$/.test(seed)) {
  console.error("usage: pnpm fuzz [histories] [seed]");
  process.exitCode = 2;
} else if (!(await fuzz(Number(histories), Number(seed)))) process.exitCode = 1;

/** Plays histories and returns `false` after a violation. */
async function fuzz(histories: number, seed: number): Promise<boolean> {
  const counts = new Map<string, number>();
  let items = 0;
  let longest = 0;
  let memory = 0;
  const start = performance.now();
  console.log(`${histories} histories, seed ${seed}`);
  for (let done = 0; done < histories; done += BATCH) {
    const law = fc.asyncProperty(hostileRuns, async (run) => {
      const before = performance.now();
      const { outcomes, violations } = await play(run);
      longest = Math.max(longest, performance.now() - before);
      items += run.items.length;
      for (const outcome of outcomes) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
      if (violations.length > 0) throw new Error(violations.slice(0, 5).join("\n"));
    });
    const numRuns = Math.min(BATCH, histories - done);
    const found = await fc.check(law, { numRuns, seed: seed + done / BATCH });
    // Aborted signals and finished timers are released when a task ends.
    await setImmediate();
    memory = Math.max(memory, process.memoryUsage.rss());
    if (found.failed) {
      console.error(`${String(found.errorInstance)}\n${fc.defaultReportMessage(found)}`);
      return false;
    }
  }
  const seconds = (performance.now() - start) / 1_000;
  console.log(`nothing wrong in ${histories} histories of ${items} items, ${seconds.toFixed(0)} s`);
  console.log(`the longest took ${longest.toFixed(0)} ms`);
  console.log(`at most ${(memory / 1e6).toFixed(0)} MB of memory`);
  for (const [outcome, count] of [...counts].sort((left, right) => right[1] - left[1]))
    console.log(`${String(count).padStart(9)}  ${outcome}`);
  return true;
}
