import { beforeEach, describe, expect, test } from "vitest";
import { type Provider, startProvider } from "../src/start-provider.ts";

let provider: Provider;
let clock: number;

beforeEach(async () => {
  clock = 1_000;
  provider = await startProvider({
    windowTokens: 100_000,
    minCachedTokens: 10,
    now: () => clock,
  });
  return () => provider[Symbol.asyncDispose]();
});

const LONG = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen";

type Block = Readonly<Record<string, unknown>>;

function said(word: string, control?: Block): Block {
  const cache = control === undefined ? {} : { cache_control: control };
  return { role: "user", content: [{ type: "text", text: `${word} ${LONG}`, ...cache }] };
}

const POINT = { type: "ephemeral" };

/** What comes from the cache and what goes there, of a request with these messages. */
async function cached(
  messages: readonly Block[],
  model = "claude-sonnet-4-5",
): Promise<readonly [number, number]> {
  const response = await fetch(`${provider.url}/v1/messages`, {
    method: "POST",
    body: JSON.stringify({ model, max_tokens: 100, messages }),
  });
  const { usage } = (await response.json()) as {
    readonly usage: Readonly<Record<string, number>>;
  };
  const { cache_creation_input_tokens: written = -1, cache_read_input_tokens: read = -1 } = usage;
  const noted = provider.requests().at(-1);
  expect([noted?.cachedTokens, noted?.cacheWriteTokens]).toEqual([read, written]);
  expect((usage["input_tokens"] ?? 0) + read + written).toBe(noted?.inputTokens);
  return [read, written];
}

describe("Anthropic's cache", () => {
  test("keeps what stands up to a cache point, and reads the longest beginning that it has", async () => {
    const [, one] = await cached([said("a", POINT), said("b")]);
    expect(one).toBeGreaterThan(10);
    expect(await cached([said("a", POINT), said("c")])).toEqual([one, 0]);
    const [read, written] = await cached([said("a", POINT), said("b"), said("c", POINT)]);
    expect(read).toBe(one);
    expect(written).toBeGreaterThan(one);
    expect(await cached([said("a"), said("b"), said("c", POINT)])).toEqual([one + written, 0]);
    expect(provider.requests().at(-1)?.cachePoints).toEqual([4]);
  });

  test("one byte before a cache point changes everything behind it", async () => {
    const [, both] = await cached([said("a", POINT), said("b", POINT)]);
    const [read, written] = await cached([said("a", POINT), said("b!", POINT)]);
    expect(read).toBeGreaterThan(0);
    expect(read + written).toBeGreaterThanOrEqual(both);
    expect((await cached([said("a!", POINT), said("b", POINT)]))[0]).toBe(0);
  });

  test("looks back over 20 messages, and no further", async () => {
    const [, one] = await cached([said("a", POINT)]);
    const further = (count: number): readonly Block[] => [
      said("a"),
      ...Array.from({ length: count - 1 }, (_, index) => said(`${count} ${index}`)),
      said("end", POINT),
    ];
    expect((await cached(further(20)))[0]).toBe(one);
    expect((await cached(further(21)))[0]).toBe(0);
  });

  test("forgets after five minutes, or an hour where that was asked for", async () => {
    const hour = { ...POINT, ttl: "1h" };
    const [, written] = await cached([said("a", POINT)]);
    const [, longer] = await cached([said("b", hour)]);
    clock += 300_000;
    expect(await cached([said("a", POINT)])).toEqual([written, 0]);
    clock += 300_001;
    expect(await cached([said("a", POINT)])).toEqual([0, written]);
    expect(await cached([said("b", hour)])).toEqual([longer, 0]);
  });

  test("keeps nothing short, nothing that was refused, and nothing for another model", async () => {
    const short = { role: "user", content: [{ type: "text", text: "Hi", cache_control: POINT }] };
    expect(await cached([short])).toEqual([0, 0]);
    expect(await cached([short])).toEqual([0, 0]);
    const [, written] = await cached([said("a", POINT)]);
    expect(await cached([said("a", POINT)], "claude-opus-4-5")).toEqual([0, written]);
  });
});
