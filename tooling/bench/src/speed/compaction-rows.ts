import {
  type Compactor,
  createCompactor,
  createEstimator,
  findCutPoint,
  type Item,
  type Summarizer,
  viewOf,
} from "@cutpoint/core";
import { conversationOf } from "./conversations.ts";
import { sessionOf } from "./session-of.ts";
import { timeOfCall } from "./time-of-call.ts";
import { least, processorTime, type Row } from "./row.ts";

const estimator = createEstimator();

export const fixedSummarizer: Summarizer = {
  name: "fixed",
  summarize: () => Promise.resolve({ text: "What was said before.", method: "fixed", calls: 1 }),
};

function compactorOf(windowTokens: number): Compactor {
  return createCompactor({ estimator, summarizer: fixedSummarizer, policy: { windowTokens } });
}

/** Returns the megabytes of text that items contain, as JSON. */
function megabytesOf(items: readonly Item[]): number {
  return Buffer.byteLength(JSON.stringify(items)) / 1e6;
}

export const compactionRows: readonly Row[] = [
  {
    name: "check of 10,000 messages with system text and 20 tools",
    unit: "µs",
    goal: 0.1,
    measure: checkTime,
  },
  {
    name: "`fit` with nothing to compact, 260 messages",
    unit: "µs",
    goal: 3,
    measure: fitTime,
  },
  { name: "cut and view, 150 kept messages", unit: "µs", goal: 30, measure: cutTime },
  {
    // Three times the time of pi 0.73.1: 35 ms for 20.6 MB of recorded conversations.
    name: "compaction of 10,000 messages with a given summary, for 1 MB",
    unit: "ms",
    goal: 5.1,
    measure: givenSummaryTime,
  },
];

async function checkTime(): Promise<number> {
  await using session = await sessionOf(10_000, fixedSummarizer);
  const tools = Array.from({ length: 20 }, (_, place) => ({
    name: `tool_${place}`,
    description: "Reads a file and returns its lines. ".repeat(10),
    parameters: { type: "object", properties: { path: { type: "string" } } },
  }));
  const request = { system: "You are brief. ".repeat(200), tools };
  return timeOfCall(() => session.plan(request)) / 1_000;
}

async function fitTime(): Promise<number> {
  const compactor = compactorOf(10_000_000);
  const history = { items: conversationOf(260), state: null };
  const batch = async (): Promise<number> => {
    const start = performance.now();
    for (let call = 0; call < 200; call += 1) await compactor.fit(history);
    return ((performance.now() - start) / 200) * 1_000;
  };
  return least(1_000, batch);
}

function cutTime(): number {
  const items = conversationOf(1_000);
  const measured = items.map((item) => ({ item, tokens: estimator.estimate(item.message) }));
  const kept = measured.slice(-150);
  const keepTokens = kept.reduce((sum, { tokens }) => sum + tokens, 0);
  const history = { items: kept.map(({ item }) => item), state: null };
  const time = timeOfCall(() => {
    findCutPoint(measured, keepTokens);
    viewOf(history);
  });
  return time / 1_000;
}

async function givenSummaryTime(): Promise<number> {
  const megabytes = megabytesOf(conversationOf(10_000));
  const time = await least(5, () => {
    const history = { items: conversationOf(10_000), state: null };
    return processorTime(() => compactorOf(200_000).fit(history, { force: true }));
  });
  return time / megabytes;
}
