import { assistantMessage, textOf, userMessage } from "@cutpoint/core";
import { createCachePolicy } from "@cutpoint/core/cache";
import { createExtractiveSummarizer } from "@cutpoint/extractive";
import { startProvider } from "@cutpoint/provider-sim";
import { openSession, type SessionOptions } from "@cutpoint/session";
import { createMemoryStore } from "@cutpoint/store-memory";
import { expect, test } from "vitest";

const TURNS = 200;
const PAUSE_MS = 20 * 60_000;
const TTL_MS = 300_000;

type Played = {
  /** Input that the provider did not read from its cache, in tokens. */
  readonly written: number;
  readonly compactions: number;
  readonly idleCompactions: number;
  readonly secondIdleCompactions: number;
};

type Timing = {
  /** Whether cuts are prepared by a summarizer that calls a model, and parked. */
  readonly parks: boolean;
  /** Whether the host calls before the cache expires. */
  readonly isIdle: boolean;
  /** The user comes back within the lifetime of the cache, except after this many turns. */
  readonly turnsUntilPause: number;
};

/** Plays a chat against the simulated provider, whose cache expires while the user is away. */
async function play({ isIdle, parks, turnsUntilPause }: Timing): Promise<Played> {
  let now = 1_700_000_000_000;
  await using provider = await startProvider({ windowTokens: 16_000, now: () => now });
  const options: SessionOptions = {
    store: createMemoryStore(),
    sessionId: "a",
    summarizer: { ...createExtractiveSummarizer(), offline: !parks },
    policy: { windowTokens: 16_000 },
    cache: createCachePolicy({ readPrice: 0.1, writePrice: 1.25, minPrefix: 0, ttlMs: TTL_MS }),
    background: parks,
    now: () => now,
  };
  await using session = await openSession(options);
  let compactions = 0;
  let idleCompactions = 0;
  let secondIdleCompactions = 0;
  const compactIdle = async (): Promise<number> =>
    (await session.fit({ reason: "idle" })).outcome.type === "compacted" ? 1 : 0;
  for (let turn = 1; turn <= TURNS; turn += 1) {
    await session.append([userMessage(`Question ${turn}: ${"what about this? ".repeat(30)}`)]);
    const { outcome, view } = await session.fit();
    if (outcome.type === "compacted") compactions += 1;
    const messages = view.messages.map((message) => ({
      role: message.role,
      content: textOf(message),
    }));
    const response = await fetch(`${provider.url}/v1/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: "Bearer none" },
      body: JSON.stringify({ model: "gpt-4o", messages }),
    });
    const { usage } = (await response.json()) as {
      usage: { prompt_tokens: number; prompt_tokens_details?: { cached_tokens: number } };
    };
    const cacheReadTokens = usage.prompt_tokens_details?.cached_tokens ?? 0;
    await session.append([
      {
        ...assistantMessage(`Answer ${turn}: ${"it is like that, and so on. ".repeat(30)}`),
        usage: { inputTokens: usage.prompt_tokens, outputTokens: 100, cacheReadTokens },
        model: "gpt-4o",
      },
    ]);
    now += 30_000;
    if (turn % turnsUntilPause !== 0) continue;
    const expiry = session.nextExpiry();
    if (isIdle && expiry !== null) {
      idleCompactions += await compactIdle();
      secondIdleCompactions += await compactIdle();
    }
    now += PAUSE_MS;
    expect(session.nextExpiry()).toBeNull();
  }
  const written = provider
    .requests()
    .reduce((sum, { cachedTokens, inputTokens }) => sum + inputTokens - cachedTokens, 0);
  return { written, compactions, idleCompactions, secondIdleCompactions };
}

test.each([4, 8])(
  "compactions while the cache is cold or about to expire write fewer tokens, and none is made twice: a pause after %i turns",
  { tags: ["long"] },
  async (turnsUntilPause) => {
    const { written } = await play({ parks: false, isIdle: false, turnsUntilPause });
    const both = await play({ parks: true, isIdle: true, turnsUntilPause });
    expect(both.written).toBeLessThan(0.7 * written);
    expect(both.compactions).toBe(0);
    expect(both.idleCompactions).toBeGreaterThan(0);
    expect(both.secondIdleCompactions).toBe(0);
    const parked = await play({ parks: true, isIdle: false, turnsUntilPause });
    expect(parked.written).toBeLessThan(written);
  },
);
