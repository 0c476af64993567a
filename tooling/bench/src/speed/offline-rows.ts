import { type CompactionState, createCompactor, type History } from "@cutpoint/core";
import { createExtractiveSummarizer } from "@cutpoint/extractive";
import { conversationOf } from "./conversations.ts";
import { least, processorTime, type Row } from "./row.ts";
import { answersWhileCompacting } from "./server/answers.ts";

export const offlineRows: readonly Row[] = [
  {
    name: "default summarizer, 10,000 messages, for 100,000 tokens",
    unit: "ms",
    goal: 60,
    measure: offlineTime,
  },
  {
    name: "default summarizer, 10,000 messages: memory of the process",
    unit: "MB",
    goal: 350,
    measure: offlineMemory,
  },
  {
    name: "default summarizer, 10,000 messages: longest work between two tasks",
    unit: "ms",
    goal: 30,
    measure: longestBlock,
  },
  {
    name: "default summarizer, 10,000 messages: largest state, with the limit for LangChain",
    unit: "kB",
    goal: 64,
    measure: largestState,
  },
  {
    name: "server with 20 clients, 10,000 messages compacted: slowest answer",
    unit: "ms",
    goal: 50,
    measure: async () => (await answersWhileCompacting(10_000)).slowestMs,
  },
];

/** Compacts a history and returns its tokens. */
async function compact(history: History): Promise<number> {
  const policy = { windowTokens: 200_000 };
  const compactor = createCompactor({ policy, summarizer: createExtractiveSummarizer() });
  const { outcome } = await compactor.fit(history, { force: true });
  if (outcome.type !== "compacted") throw new Error(`the outcome is ${outcome.type}`);
  return outcome.receipt.tokensBefore;
}

const longHistory = (): History => ({ items: conversationOf(10_000), state: null });

function offlineTime(): Promise<number> {
  return least(4, async () => {
    let tokens = 0;
    const history = longHistory();
    const time = await processorTime(async () => {
      tokens = await compact(history);
    });
    return (time / tokens) * 100_000;
  });
}

async function offlineMemory(): Promise<number> {
  await compact(longHistory());
  return process.resourceUsage().maxRSS / 1_024;
}

/** Compacts a thread in a small window again and again. A state counts as JSON, as checkpointers write it. */
async function largestState(): Promise<number> {
  const compactor = createCompactor({
    policy: { windowTokens: 100_000 },
    summarizer: createExtractiveSummarizer(),
    maxStateBytes: 65_536,
  });
  const items = conversationOf(10_000);
  let state: CompactionState | null = null;
  let largest = 0;
  for (let length = 100; length <= items.length; length += 100) {
    ({ state } = await compactor.fit({ items: items.slice(0, length), state }));
    largest = Math.max(largest, Buffer.byteLength(JSON.stringify(state)));
  }
  if (state === null) throw new Error("nothing was compacted");
  return largest / 1_024;
}

async function longestBlock(): Promise<number> {
  await compact({ items: conversationOf(1_000), state: null });
  return least(3, async () => {
    const history = longHistory();
    let longest = 0;
    let before = process.threadCpuUsage();
    const note = (): void => {
      const { system, user } = process.threadCpuUsage(before);
      longest = Math.max(longest, (system + user) / 1_000);
      before = process.threadCpuUsage();
    };
    let waiting = setImmediate(function next() {
      note();
      waiting = setImmediate(next);
    });
    await compact(history);
    clearImmediate(waiting);
    note();
    return longest;
  });
}
