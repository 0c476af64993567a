import { estimateText, redactSecrets } from "@cutpoint/core";
import type { BaseMessage } from "@langchain/core/messages";
import type { Goal } from "../goals.ts";
import { timed } from "../stores/measure.ts";
import { messagesOf, ours, SOON_TOKENS, theirs } from "./beside.ts";
import { beside } from "./decision-goals.ts";

/** A whole compaction of a thread that was never looked at before, the call of the summarizing model included. */
export async function compactionGoals(): Promise<readonly Goal[]> {
  return [await compactionGoal(1_000, 25), await compactionGoal(10_000, 300)];
}

async function compactionGoal(length: number, goal: number): Promise<Goal> {
  const own = await fastest(length, async (messages) => {
    if ((await ours(SOON_TOKENS)(messages, null)) === null)
      throw new Error("nothing was compacted");
  });
  const their = await fastest(length, async (messages) => {
    const update = await theirs(SOON_TOKENS)(messages);
    if (update?.messages === undefined) throw new Error("LangChain compacted nothing");
  });
  const reading = await fastest(length, async (messages) => readOnce(messages));
  return beside(`a compaction, ${length} messages`, goal, {
    own,
    their,
    least: ["secrets looked for and tokens estimated, nothing else", reading],
  });
}

/** What each text of a compaction cannot be spared. */
function readOnce(messages: readonly BaseMessage[]): void {
  for (const { text } of messages) if (estimateText(redactSecrets(text)) < 0) throw new Error(text);
}

/** In ms: the fastest of five, each of messages of its own, or the only one where one takes long. */
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
