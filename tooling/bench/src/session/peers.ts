import {
  createCharacterEstimator,
  createCompactor,
  findCutPoint,
  type Item,
  type MeasuredItem,
  type Summarizer,
  viewOf,
} from "@cutpoint/core";
import { createExtractiveSummarizer } from "@cutpoint/extractive";
import { type BaseMessage, trimMessages } from "@langchain/core/messages";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import { pruneMessages } from "ai";
import { countTokensApproximately, summarizationMiddleware } from "langchain";
import { printTable } from "../goals.ts";
import { timed } from "../stores/measure.ts";
import { conversationOf } from "./conversations.ts";
import { chainMessage, sdkMessage } from "./peer-messages.ts";
import { shownTime } from "./timing.ts";

const KEEP_TOKENS = 20_000;
const WINDOW_TOKENS = 60_000;
const SUMMARY = "What was said before.";
const USUAL = [1_000, 10_000] as const;

const estimator = createCharacterEstimator();

/** One operation at some lengths. The first row of a group is Cutpoint. */
type Row = readonly [what: string, lengths: readonly number[], run: (length: number) => unknown];

/** @param isFull whether LangChain also compacts 10,000 messages, which takes up to half a minute */
export async function printPeers(isFull: boolean): Promise<void> {
  const items = conversationOf(10_000);
  const rows: string[][] = [];
  for (const group of [compactions(items, isFull), checks(items), views(items)]) {
    const ours = new Map<number, number>();
    for (const [what, lengths, run] of group) {
      for (const length of lengths) {
        const time = await fastest(() => run(length));
        if (!ours.has(length)) ours.set(length, time);
        const times = time / (ours.get(length) ?? time);
        const shown = times < 10 ? times.toFixed(1) : times.toFixed(0);
        rows.push([what, `${length}`, shownTime(time * 1_000_000), shown]);
      }
    }
  }
  printTable(
    "Compared with other libraries: one process, the same conversations, no model",
    ["", "messages", "time", "times ours"],
    rows,
  );
}

function compactions(items: readonly Item[], isFull: boolean): readonly Row[] {
  const chain = items.map(({ message }, place) => chainMessage(message, place));
  return [
    [
      "compaction, fixed summary: Cutpoint",
      [1_000, 3_000, 10_000],
      (length) => compactOurs(items.slice(0, length), fixed),
    ],
    [
      "compaction, fixed summary: LangChain summarizationMiddleware",
      isFull ? [1_000, 3_000, 10_000] : [1_000, 3_000],
      (length) => compactChain(chain.slice(0, length)),
    ],
    [
      "compaction, offline summary: Cutpoint",
      USUAL,
      (length) => compactOurs(items.slice(0, length), createExtractiveSummarizer()),
    ],
  ];
}

function checks(items: readonly Item[]): readonly Row[] {
  const chain = items.map(({ message }, place) => chainMessage(message, place));
  const policy = { windowTokens: 100_000_000 };
  const compactor = createCompactor({ estimator, policy, summarizer: fixed });
  const history = (length: number): { readonly items: readonly Item[]; readonly state: null } => ({
    items: items.slice(0, length),
    state: null,
  });
  return [
    [
      "check whether to compact: Cutpoint, a tracked history",
      USUAL,
      (length) => compactor.plan(history(length)),
    ],
    [
      "check whether to compact: LangChain countTokensApproximately",
      USUAL,
      (length) => countTokensApproximately(chain.slice(0, length)),
    ],
  ];
}

function views(items: readonly Item[]): readonly Row[] {
  const chain = items.map(({ message }, place) => chainMessage(message, place));
  const sdk = items.map(({ message }) => sdkMessage(message));
  const measured = items.map((item) => ({ item, tokens: estimator.estimate(item.message) }));
  return [
    [
      "the newest 20,000 tokens: Cutpoint, measured items",
      USUAL,
      (length) => cutOurs(measured.slice(0, length)),
    ],
    [
      "the newest 20,000 tokens: LangChain trimMessages",
      USUAL,
      (length) => trim(chain.slice(0, length)),
    ],
    [
      "without old tool calls: AI SDK pruneMessages",
      USUAL,
      (length) =>
        pruneMessages({ messages: sdk.slice(0, length), toolCalls: "before-last-2-messages" }),
    ],
  ];
}

/** Returns the fastest of five runs, in ms. A slow function runs once. */
async function fastest(run: () => unknown): Promise<number> {
  const times = [await timed(run)];
  while (times.length < 5 && (times[0] ?? 0) < 2_000) times.push(await timed(run));
  return Math.min(...times);
}

const fixed: Summarizer = {
  name: "fixed",
  summarize: () => Promise.resolve({ text: SUMMARY, method: "fixed", calls: 1 }),
};

/** Compacts without earlier measurements, so each message is counted, as in the other libraries. */
async function compactOurs(items: readonly Item[], summarizer: Summarizer): Promise<void> {
  const { outcome } = await createCompactor({
    estimator,
    policy: { windowTokens: WINDOW_TOKENS, keep: { type: "tokens", tokens: KEEP_TOKENS } },
    summarizer,
  }).fit({ items, state: null }, { force: true });
  if (outcome.type !== "compacted") throw new Error(JSON.stringify(outcome));
}

async function compactChain(messages: BaseMessage[]): Promise<void> {
  const options: object = {
    model: new FakeListChatModel({ responses: [SUMMARY] }),
    trigger: { tokens: 1_000 },
    keep: { tokens: KEEP_TOKENS },
  };
  const { beforeModel } = summarizationMiddleware(options as never);
  const hook = (typeof beforeModel === "object" ? beforeModel.hook : beforeModel) as (
    state: { readonly messages: BaseMessage[] },
    runtime: { readonly context: object },
  ) => Promise<{ readonly messages?: unknown } | undefined>;
  const update = await hook({ messages }, { context: {} });
  if (update?.messages === undefined) throw new Error("LangChain ran no compaction");
}

function cutOurs(measured: readonly MeasuredItem[]): unknown {
  const { index } = findCutPoint(measured, KEEP_TOKENS);
  return viewOf({ items: measured.slice(index).map(({ item }) => item), state: null });
}

async function trim(messages: BaseMessage[]): Promise<void> {
  await trimMessages(messages, {
    maxTokens: KEEP_TOKENS,
    strategy: "last",
    tokenCounter: (some) => countTokensApproximately(some),
  });
}
