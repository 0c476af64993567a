import type { Goal } from "../goals.ts";
import { shownTime } from "../session/timing.ts";
import { median, timed } from "../stores/measure.ts";
import { messagesOf, passThrough, ours, SOON_TOKENS, theirs } from "./beside.ts";

/** Turns between two compactions. Each has four messages, as in an agent. */
const TURNS = 40;
const ROUNDS = 30;

/** Measures the check of each turn, with all but the newest 20,000 tokens compacted before. */
export async function decisionGoals(): Promise<readonly Goal[]> {
  return [await decisionGoal(1_000, 100), await decisionGoal(10_000, 300)];
}

async function decisionGoal(length: number, goal: number): Promise<Goal> {
  const messages = messagesOf(length + 4 * TURNS);
  const turns = Array.from({ length: TURNS }, (_, turn) => messages.slice(0, length + 4 * turn));
  const [first = []] = turns;
  const state = await ours(SOON_TOKENS)(first, null);
  if (state === null) throw new Error("no compaction ran");

  const own = ours(100_000_000);
  const least = passThrough();
  const their = theirs(100_000_000);
  const ownTimes: number[] = [];
  const leastTimes: number[] = [];
  const theirTimes: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const current = structuredClone(state);
    const isLeast = round % 3 === 0;
    for (const [turn, said] of turns.entries()) {
      const time = await timed(() => (isLeast ? least : own)(said, current));
      const theirTime = await timed(() => their(said));
      if (round === 0 || turn === 0) continue;
      (isLeast ? leastTimes : ownTimes).push(time);
      theirTimes.push(theirTime);
    }
  }
  return comparison(`decision per turn, ${length} messages`, goal, {
    own: median(ownTimes),
    their: median(theirTimes),
    least: ["a middleware that does nothing", median(leastTimes)],
  });
}

/** Times in ms. `least` is a lower bound for this work. */
export type Times = {
  readonly own: number;
  readonly their: number;
  readonly least: readonly [what: string, time: number];
};

export function comparison(what: string, goal: number, { own, their, least }: Times): Goal {
  const shown = (time: number): string => shownTime(time * 1_000_000);
  const times = (time: number): string => `${(their / time).toFixed(their / time < 10 ? 1 : 0)}×`;
  const [name, time] = least;
  return {
    what,
    goal: `≥ ${goal}×`,
    measured: `${times(own)} (${shown(own)} compared with ${shown(their)}; ${name}: ${shown(time)}, ${times(time)})`,
    isReached: their / own >= goal,
  };
}
