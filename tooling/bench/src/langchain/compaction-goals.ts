import { estimateText, redactSecrets } from "@cutpoint/core";
import type { BaseMessage } from "@langchain/core/messages";
import type { Goal } from "../goals.ts";
import { timed } from "../stores/measure.ts";
import { messagesOf, ours, SOON_TOKENS, theirs } from "./beside.ts";
import { comparison } from "./decision-goals.ts";

/** Measures the first compaction of a thread, the call of the summarizing model included. */
export async function compactionGoals(): Promise<readonly Goal[]> {
  return [await compactionGoal(1_000, 25), await compactionGoal(10_000, 300)];
}

async function compactionGoal(length: number, goal: number): Promise<Goal> {
  const own = await fastest(length, async (messages) => {
    if ((await ours(SOON_TOKENS)(messages, null)) === null) throw new Error("no compaction ran");
  });
  const their = await fastest(length, async (messages) => {
    const update = await theirs(SOON_TOKENS)(messages);
    if (update?.messages === undefined) throw new Error("LangChain ran no compaction");
  });
  const reading = await fastest(length, async (messages) => readOnce(messages));
  return comparison(`a compaction, ${length} messages`, goal, {
    own,
    their,
    least: ["the search for secrets and the token estimate alone", reading],
  });
}

/** The minimum work on the texts of a compaction. */
function readOnce(messages: readonly BaseMessage[]): void {
  for (const { text } of messages) if (estimateText(redactSecrets(text)) < 0) throw new Error(text);
}

/** Returns the fastest of five runs, in ms, each with messages of its own. A slow function runs once. */
async function fastest(
  length: number,
  run: (messages: BaseMessage[]) => Promise<void>,
): Promise<number> {
  const times: number[] = [];
  while (times.length < 5 && (times[0] ?? 0) < 2_000) {
    const messages = messagesOf(length);
    times.push(await timed(() => run(messages)));
  }
  return Math.min(...times);
}
