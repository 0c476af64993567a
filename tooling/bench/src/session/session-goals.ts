import {
  type CompactionState,
  createCharacterEstimator,
  createCompactor,
  digestOf,
  findCutPoint,
  type History,
  type Item,
  renderDigest,
  type Summarizer,
  viewOf,
} from "@cutpoint/core";
import { type Entry, openSession, type Session, type SessionStore } from "@cutpoint/session";
import type { Goal } from "../goals.ts";
import { slope, timed } from "../stores/measure.ts";
import { conversationOf, messageAt } from "./conversations.ts";
import { shownTime, timeOfCall } from "./timing.ts";

const LENGTHS = [1_000, 10_000, 100_000, 1_000_000] as const;

/** The kept items, and their size by the estimator below. */
const KEPT = 150;

const estimator = createCharacterEstimator();

const summarizer: Summarizer = {
  name: "fixed",
  summarize: () => Promise.resolve({ text: "What was said before.", method: "fixed", calls: 1 }),
};

/** Measures the compactor without tokens, digest, summary and store, in ns. */
export async function sessionGoals(): Promise<readonly Goal[]> {
  const items = conversationOf(LENGTHS.at(-1) ?? 0);
  const histories = await Promise.all(LENGTHS.map((length) => historyOf(items, length)));
  return [
    await checkGoal(),
    cutGoal(items, histories),
    await appendGoal(),
    await compactionGoal(items),
  ];
}

/** Creates a history of the given length in which all but the newest items are compacted. */
async function historyOf(items: readonly Item[], length: number): Promise<History> {
  const said = items.slice(0, length);
  const state = await stateOf(said.slice(-KEPT - 100));
  const compactedThrough = said.at(-KEPT - 1)?.id ?? null;
  return {
    items: said,
    state: { ...state, compactedThrough, firstKeptId: said.at(-KEPT)?.id ?? null },
  };
}

async function stateOf(items: readonly Item[]): Promise<CompactionState> {
  const compactor = createCompactor({
    estimator,
    summarizer,
    policy: { keep: { type: "tokens", tokens: 5_000 } },
  });
  const { state } = await compactor.fit(
    { items, state: null },
    { force: true, windowTokens: 200_000 },
  );
  if (state === null) throw new Error("no compaction ran");
  return state;
}

async function checkGoal(): Promise<Goal> {
  const times: [number, number][] = [];
  for (const length of LENGTHS) {
    await using session = await sessionOf(length);
    times.push([length, timeOfCall(() => session.plan())]);
  }
  const worst = Math.max(...times.map(([, time]) => time));
  const steepness = slope(times);
  return {
    what: "check whether to compact, at 1k, 10k, 100k, 1M items in the view",
    goal: "≤ 100 ns, slope ≤ 0.05",
    measured: shown(times, steepness),
    isReached: worst <= 100 && steepness <= 0.05,
  };
}

function cutGoal(items: readonly Item[], histories: readonly History[]): Goal {
  const measured = items.map((item) => ({ item, tokens: estimator.estimate(item.message) }));
  const keepTokens = measured.slice(-KEPT).reduce((sum, { tokens }) => sum + tokens, 0);
  const times = histories.map((history, place): [number, number] => {
    const ours = measured.slice(0, LENGTHS[place]);
    const time = timeOfCall(() => {
      findCutPoint(ours, keepTokens);
      viewOf(history);
    });
    return [history.items.length, time];
  });
  const worst = Math.max(...times.map(([, time]) => time));
  const steepness = slope(times);
  return {
    what: `cut and view with ${KEPT} kept items, at 1k, 10k, 100k, 1M items`,
    goal: "≤ 50 µs, slope ≤ 0.1",
    measured: shown(times, steepness),
    isReached: worst <= 50_000 && steepness <= 0.1,
  };
}

async function appendGoal(): Promise<Goal> {
  const times: [number, number][] = [];
  for (const length of LENGTHS) {
    await using session = await sessionOf(length);
    const batches: number[] = [];
    for (let batch = 0; batch < 9; batch += 1) {
      const taken = await timed(async () => {
        for (let count = 0; count < 200; count += 1) await session.append([messageAt(count)]);
      });
      batches.push((taken / 200) * 1_000_000);
    }
    times.push([length, Math.min(...batches)]);
  }
  const steepness = slope(times);
  return {
    what: "append of one message, at 1k, 10k, 100k, 1M items in the view",
    goal: "slope ≤ 0.05",
    measured: shown(times, steepness),
    isReached: steepness <= 0.05,
  };
}

async function compactionGoal(items: readonly Item[]): Promise<Goal> {
  const times: [number, number][] = [];
  for (const length of [1_000, 10_000, 100_000]) {
    const history = { items: items.slice(0, length), state: null };
    const compactor = createCompactor({
      estimator,
      summarizer,
      redact: (text) => text,
      policy: { windowTokens: length * 60, keep: { type: "tokens", tokens: 20_000 } },
    });
    compactor.usage(history);
    const wholes: number[] = [];
    const digests: number[] = [];
    for (let run = 0; run < 5; run += 1) {
      const whole = await timed(async () => {
        const { outcome } = await compactor.fit(history, { force: true });
        if (outcome.type !== "compacted") throw new Error(outcome.type);
      });
      const digest = await timed(() =>
        renderDigest(digestOf(history.items, null), { maxTokens: 4_000, estimator }),
      );
      wholes.push(whole);
      digests.push(digest);
    }
    const time = Math.min(...wholes) - Math.min(...digests);
    times.push([length, (time / length) * 1_000_000]);
  }
  const worst = Math.max(...times.map(([, time]) => time));
  return {
    what: "compaction without digest, redaction and summary, per compacted item, at 1k, 10k, 100k",
    goal: "≤ 5 µs",
    measured: shown(times, slope(times)),
    isReached: worst <= 5_000,
  };
}

function shown(times: readonly (readonly [number, number])[], steepness: number): string {
  return `${times.map(([, time]) => shownTime(time)).join(", ")}; slope ${steepness.toFixed(2)}`;
}

/** Opens a session with `length` visible messages, in a window with room for all. */
export async function sessionOf(length: number): Promise<Session> {
  const session = await openSession({
    store: forgetfulStore(),
    sessionId: "s",
    estimator,
    summarizer,
    policy: { windowTokens: 1_000_000_000 },
  });
  const batch = 1_000;
  for (let place = 0; place < length; place += batch)
    await session.append(Array.from({ length: batch }, (_, index) => messageAt(place + index)));
  return session;
}

/** Creates a store that stores nothing, so that only the work of the session is measured. */
function forgetfulStore(): SessionStore {
  return {
    append: async () => ({ type: "appended" }),
    async *read(): AsyncGenerator<Entry> {},
    async *sessions(): AsyncGenerator<string> {},
    delete: async () => false,
    [Symbol.asyncDispose]: async () => undefined,
  };
}
