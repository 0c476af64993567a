import type { Goal } from "../goals.ts";
import { shownTime } from "../session/timing.ts";
import { median, timed } from "../stores/measure.ts";
import { messagesOf, ours, SOON_TOKENS, theirs } from "./beside.ts";

/** What stands between two compactions: turns of four messages, as an agent has them. */
const TURNS = 40;
const ROUNDS = 30;

/** Whether a compaction is due, turn by turn, with everything but the newest 20,000 tokens compacted before. */
export async function decisionGoals(): Promise<readonly Goal[]> {
  return [await decisionGoal(1_000, 100), await decisionGoal(10_000, 300)];
}

async function decisionGoal(length: number, goal: number): Promise<Goal> {
  const messages = messagesOf(length + 4 * TURNS);
  const turns = Array.from({ length: TURNS }, (_, turn) => messages.slice(0, length + 4 * turn));
  const [first = []] = turns;
  const mark = await ours(SOON_TOKENS)(first, null);
  if (mark === null) throw new Error("nothing was compacted");

  const own = ours(100_000_000);
  const their = theirs(100_000_000);
  const ownTimes: number[] = [];
  const theirTimes: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const current = structuredClone(mark);
    for (const [turn, said] of turns.entries()) {
      const ownTime = await timed(() => own(said, current));
      const theirTime = await timed(() => their(said));
      if (round === 0 || turn === 0) continue;
      ownTimes.push(ownTime);
      theirTimes.push(theirTime);
    }
  }
  return beside(
    `decision per turn, ${length} messages`,
    goal,
    median(ownTimes),
    median(theirTimes),
  );
}

/** @param own and `their` in ms */
export function beside(what: string, goal: number, own: number, their: number): Goal {
  const times = their / own;
  const shown = [own, their].map((time) => shownTime(time * 1_000_000));
  return {
    what,
    goal: `≥ ${goal}×`,
    measured: `${times < 10 ? times.toFixed(1) : times.toFixed(0)}× (${shown.join(" beside ")})`,
    isReached: times >= goal,
  };
}
