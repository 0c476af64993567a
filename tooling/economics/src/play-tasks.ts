import { createPolicyPlayer } from "../../../packages/eval/src/replay/player.ts";
import { tokensOf } from "../../../packages/eval/src/replay/ledger.ts";
import { createTaskSession } from "./task-session.ts";

/** What requests of sessions with tasks took, as means. */
export type PlayedTasks = {
  readonly compactions: number;
  readonly viewTokens: number;
  /** The texts that answers need and the request contains, in percent. */
  readonly answered: number;
};

/** Plays written sessions. If the compact tool is off, its calls are ordinary calls. */
export async function playTasks(
  windowTokens: number,
  compactTool: boolean,
  seeds: readonly number[],
): Promise<PlayedTasks> {
  const sum = { compactions: 0, requests: 0, tokens: 0, needed: 0, found: 0 };
  for (const { items, questions } of seeds.map(createTaskSession)) {
    const player = createPolicyPlayer({}, windowTokens, { compactTool });
    const asked = new Map(questions.map(({ needed, place }) => [place, needed]));
    for (const [place, { message }] of items.entries()) {
      if (message.role !== "assistant") continue;
      const { isCompacted, messages } = await player.next(items.slice(0, place));
      const text = JSON.stringify(messages);
      const needed = asked.get(place) ?? [];
      sum.compactions += isCompacted ? 1 : 0;
      sum.requests += 1;
      sum.tokens += tokensOf(messages);
      sum.needed += needed.length;
      sum.found += needed.filter((each) => text.includes(each)).length;
    }
  }
  return {
    compactions: Number((sum.compactions / seeds.length).toFixed(1)),
    viewTokens: Math.round(sum.tokens / sum.requests),
    answered: Number(((100 * sum.found) / sum.needed).toFixed(1)),
  };
}
