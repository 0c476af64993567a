import { type CompactionState, createCompactor, type History } from "@cutpoint/core";
import { createExtractiveSummarizer } from "@cutpoint/extractive";
import { conversationOf } from "./conversations.ts";
import { compare, type Measured, type Row, processorTime, timeOf } from "./row.ts";
import { countWords, textsOf } from "./yardsticks.ts";

const yardstick = "count their words";

export const offlineRows: readonly Row[] = [
  {
    name: "default summarizer, 10,000 messages",
    yardstick,
    unit: "×",
    goal: 14,
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
    yardstick,
    unit: "×",
    goal: 0.92,
    measure: longestBlock,
  },
  {
    name: "default summarizer, 10,000 messages: largest state, with the limit for LangChain",
    unit: "kB",
    goal: 64,
    measure: largestState,
  },
];

/** Compacts a history. */
async function compact(history: History): Promise<void> {
  const policy = { windowTokens: 200_000 };
  const compactor = createCompactor({ policy, summarizer: createExtractiveSummarizer() });
  const { outcome } = await compactor.fit(history, { force: true });
  if (outcome.type !== "compacted") throw new Error(`the outcome is ${outcome.type}`);
}

const longHistory = (): History => ({ items: conversationOf(10_000), state: null });

const texts = (): readonly string[] => textsOf(longHistory().items);

function offlineTime(): Promise<Measured> {
  const words = texts();
  const run = (): Promise<number> => {
    const history = longHistory();
    return timeOf(() => compact(history));
  };
  return compare(4, run, () => timeOf(() => countWords(words)));
}

async function offlineMemory(): Promise<Measured> {
  await compact(longHistory());
  return { measured: process.resourceUsage().maxRSS / 1_024 };
}

/** Compacts a thread in a small window again and again. A state counts as JSON, as checkpointers write it. */
async function largestState(): Promise<Measured> {
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
  return { measured: largest / 1_024 };
}

function longestBlock(): Promise<Measured> {
  const words = texts();
  const longest = async (): Promise<number> => {
    const history = longHistory();
    globalThis.gc?.();
    let most = 0;
    let before = processorTime();
    const note = (): void => {
      const now = processorTime();
      most = Math.max(most, now - before);
      before = now;
    };
    let waiting = setImmediate(function next() {
      note();
      waiting = setImmediate(next);
    });
    await compact(history);
    clearImmediate(waiting);
    note();
    return most;
  };
  return compare(4, longest, () => timeOf(() => countWords(words)));
}
