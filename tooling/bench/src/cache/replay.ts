import Anthropic from "@anthropic-ai/sdk";
import {
  assistantMessage,
  type CompactionCost,
  type CompactorOptions,
  createCompactor,
  type Item,
  type CompactionState,
  type Message,
  type View,
} from "@cutpoint/core";
import { defaultSections } from "@cutpoint/prompts";
import { startProvider } from "@cutpoint/provider-sim";
import {
  OPENING,
  pauseBefore,
  questionOf,
  resultOf,
  STEP_MS,
  STEPS,
  thoughtOf,
  TURNS,
} from "./long-session.ts";
import { PRICES, type Way, waysOf, WINDOW_TOKENS } from "./ways.ts";
import { TOOLS, toAnthropic } from "./wire.ts";

/** The cost of a session, in tokens and in the price of one uncached input token. */
export type Replay = {
  readonly name: string;
  readonly requests: number;
  readonly inputTokens: number;
  readonly readTokens: number;
  /** The price of all requests, summaries included. */
  readonly cost: number;
  readonly compactions: number;
  readonly pruned: number;
  /** The savings of all receipts. `null` without a cache policy. */
  readonly netByReceipts: number | null;
};

/** Plays the same session with each strategy. Each run has a provider of its own that counts cache reads and writes. */
export async function replayAll(): Promise<readonly Replay[]> {
  const replays: Replay[] = [];
  for (let index = 0; ; index += 1) {
    const replay = await replayOne(index);
    if (replay === null) return replays;
    replays.push(replay);
  }
}

async function replayOne(index: number): Promise<Replay | null> {
  let clock = 1_700_000_000_000;
  await using provider = await startProvider({
    windowTokens: WINDOW_TOKENS,
    minCachedTokens: PRICES.minPrefix,
    now: () => clock,
    script: ({ messages }) => (isSummaryAsked(messages.at(-1)) ? SUMMARY : "ok"),
  });
  const client = new Anthropic({ apiKey: "none", baseURL: provider.url });
  const way = waysOf(client)[index];
  if (way === undefined) return null;
  const counts = await play(way, client, {
    now: () => clock,
    wait: (milliseconds) => (clock += milliseconds),
  });
  const requests = provider.requests();
  const refused = requests.find(({ outcome }) => outcome.type !== "answered");
  if (refused !== undefined) throw new Error(`${way.name}: ${JSON.stringify(refused.outcome)}`);
  const sum = (of: (request: (typeof requests)[number]) => number): number =>
    requests.reduce((total, request) => total + of(request), 0);
  return {
    name: way.name,
    requests: requests.length,
    inputTokens: sum(({ inputTokens }) => inputTokens),
    readTokens: sum(({ cachedTokens }) => cachedTokens),
    cost: sum(costOf),
    ...counts,
  };
}

function costOf({
  cachedTokens,
  cacheWriteTokens,
  inputTokens,
  model,
  outcome,
}: {
  readonly cachedTokens: number;
  readonly cacheWriteTokens: number;
  readonly inputTokens: number;
  readonly model: string | null;
  readonly outcome: { readonly type: string; readonly outputTokens?: number };
}): number {
  const { outputPrice = 5, readPrice, summarizerPrices = {}, writePrice } = PRICES;
  const anew = inputTokens - cachedTokens - cacheWriteTokens;
  const input = anew + cachedTokens * readPrice + cacheWriteTokens * writePrice;
  const price = summarizerPrices[model ?? ""] ?? 1;
  return price * (input + (outcome.outputTokens ?? 0) * outputPrice);
}

const SUMMARY = defaultSections
  .map(({ heading }) => `${heading}\n- ${"what was found there ".repeat(12)}`)
  .join("\n\n");

function isSummaryAsked(message: Message | undefined): boolean {
  return JSON.stringify(message ?? null).includes(defaultSections[0]?.heading ?? "##");
}

type Clock = { readonly now: () => number; readonly wait: (milliseconds: number) => void };

type Counts = Pick<Replay, "compactions" | "pruned" | "netByReceipts">;

async function play({ options }: Way, client: Anthropic, clock: Clock): Promise<Counts> {
  const costs: CompactionCost[] = [];
  let compactions = 0;
  let pruned = 0;
  const onEvent: CompactorOptions["onEvent"] = (event) => {
    if (event.type === "failed") throw event.error;
    if (event.type !== "applied") return;
    compactions += event.receipt.compacted.items > 0 ? 1 : 0;
    pruned += event.receipt.compacted.items > 0 ? 0 : 1;
    if (event.receipt.cost !== undefined) costs.push(event.receipt.cost);
  };
  const compactor = createCompactor({ ...options, now: clock.now, onEvent });
  const items: Item[] = [];
  let state: CompactionState | null = null;
  const say = (message: Message): void => {
    items.push({ id: `i${items.length}`, message, at: clock.now() });
  };
  say(OPENING);
  for (let turn = 0; turn < TURNS; turn += 1) {
    clock.wait(pauseBefore(turn));
    say(questionOf(turn));
    for (let step = 0; step <= STEPS; step += 1) {
      clock.wait(STEP_MS);
      const request = { model: "large", tools: TOOLS };
      const fitted = await compactor.fit({ items, state }, request);
      ({ state } = fitted);
      const usage = await ask(client, fitted.view);
      const call = {
        callId: `c${turn}-${step}`,
        name: "read",
        arguments: `{"path":"${turn}/${step}.ts"}`,
      };
      const isLast = step === STEPS;
      say({
        ...assistantMessage(thoughtOf(turn, step), isLast ? [] : [call]),
        model: "large",
        usage,
      });
      if (!isLast)
        say({
          role: "tool",
          callId: call.callId,
          name: call.name,
          parts: [{ type: "text", text: resultOf(turn, step) }],
        });
    }
  }
  const netByReceipts = costs.length === 0 ? null : costs.reduce((sum, { net }) => sum + net, 0);
  return { compactions, pruned, netByReceipts };
}

async function ask(client: Anthropic, { cachePoints, messages }: View) {
  const { usage } = await client.messages.create({
    model: "large",
    max_tokens: 100,
    ...toAnthropic(messages, cachePoints),
  });
  const read = usage.cache_read_input_tokens ?? 0;
  const written = usage.cache_creation_input_tokens ?? 0;
  return {
    inputTokens: usage.input_tokens + read + written,
    outputTokens: usage.output_tokens,
    cacheReadTokens: read,
    cacheWriteTokens: written,
  };
}
