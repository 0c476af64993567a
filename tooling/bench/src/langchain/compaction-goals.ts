import type { Goal } from "../goals.ts";
import { timed } from "../stores/measure.ts";
import { messagesOf, ours, SOON_TOKENS, theirs } from "./beside.ts";
import { beside } from "./decision-goals.ts";

/** A whole compaction of a thread that was never looked at before, the call of the summarizing model included. */
export async function compactionGoals(): Promise<readonly Goal[]> {
  return [await compactionGoal(1_000, 25), await compactionGoal(10_000, 300)];
}

async function compactionGoal(length: number, goal: number): Promise<Goal> {
  const own = await fastest(async () => {
    if ((await ours(SOON_TOKENS)(messagesOf(length), null)) === null)
      throw new Error("nothing was compacted");
  });
  const their = await fastest(async () => {
    const update = await theirs(SOON_TOKENS)(messagesOf(length));
    if (update?.messages === undefined) throw new Error("LangChain compacted nothing");
  });
  return beside(`a compaction, ${length} messages`, goal, own, their);
}

/** In ms: the fastest of five, or the only one where one takes long. */
async function fastest(run: () => Promise<void>): Promise<number> {
  const times = [await timed(run)];
  while (times.length < 5 && (times[0] ?? 0) < 2_000) times.push(await timed(run));
  return Math.min(...times);
}
