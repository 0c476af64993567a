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

function userMessage(word: string, control?: Block): Block {
  const cache = control === undefined ? {} : { cache_control: control };
  return { role: "user", content: [{ type: "text", text: `${word} ${LONG}`, ...cache }] };
}

const POINT = { type: "ephemeral" };

/** Returns the cached and the written tokens of a request with these messages. */
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
  test("stores the prefix up to a cache point, and reads the longest stored prefix", async () => {
    const [, one] = await cached([userMessage("a", POINT), userMessage("b")]);
    expect(one).toBeGreaterThan(10);
    expect(await cached([userMessage("a", POINT), userMessage("c")])).toEqual([one, 0]);
    const [read, written] = await cached([
      userMessage("a", POINT),
      userMessage("b"),
      userMessage("c", POINT),
    ]);
    expect(read).toBe(one);
    expect(written).toBeGreaterThan(one);
    expect(await cached([userMessage("a"), userMessage("b"), userMessage("c", POINT)])).toEqual([
      one + written,
      0,
    ]);
    expect(provider.requests().at(-1)?.cachePoints).toEqual([4]);
  });

  test("one changed byte before a cache point invalidates everything after it", async () => {
    const [, both] = await cached([userMessage("a", POINT), userMessage("b", POINT)]);
    const [read, written] = await cached([userMessage("a", POINT), userMessage("b!", POINT)]);
    expect(read).toBeGreaterThan(0);
    expect(read + written).toBeGreaterThanOrEqual(both);
    expect((await cached([userMessage("a!", POINT), userMessage("b", POINT)]))[0]).toBe(0);
  });

  test("looks up the prefixes of 20 earlier messages, and no more", async () => {
    const [, one] = await cached([userMessage("a", POINT)]);
    const further = (count: number): readonly Block[] => [
      userMessage("a"),
      ...Array.from({ length: count - 1 }, (_, index) => userMessage(`${count} ${index}`)),
      userMessage("end", POINT),
    ];
    expect((await cached(further(20)))[0]).toBe(one);
    expect((await cached(further(21)))[0]).toBe(0);
  });

  test("expires after five minutes, or after an hour if requested", async () => {
    const hour = { ...POINT, ttl: "1h" };
    const [, written] = await cached([userMessage("a", POINT)]);
    const [, longer] = await cached([userMessage("b", hour)]);
    clock += 300_000;
    expect(await cached([userMessage("a", POINT)])).toEqual([written, 0]);
    clock += 300_001;
    expect(await cached([userMessage("a", POINT)])).toEqual([0, written]);
    expect(await cached([userMessage("b", hour)])).toEqual([longer, 0]);
  });

  test("stores no short prompts, no rejected prompts, and nothing for another model", async () => {
    const short = { role: "user", content: [{ type: "text", text: "Hi", cache_control: POINT }] };
    expect(await cached([short])).toEqual([0, 0]);
    expect(await cached([short])).toEqual([0, 0]);
    const [, written] = await cached([userMessage("a", POINT)]);
    expect(await cached([userMessage("a", POINT)], "claude-opus-4-5")).toEqual([0, written]);
  });
});
