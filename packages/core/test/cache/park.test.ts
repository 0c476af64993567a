import { expect, test } from "vitest";
import { createCachePolicy } from "../../src/cache/create-cache-policy.ts";
import { type Compactor, createCompactor } from "../../src/compactor/create-compactor.ts";
import type { FitOptions } from "../../src/compactor/fit-options.ts";
import type { FitOutcome } from "../../src/compactor/outcome.ts";
import type { CachePolicy } from "../../src/plan/plan.ts";
import type { History } from "../../src/message/history.ts";
import { answer, itemsOf, user } from "../../../../tooling/laws/src/generate/sized-messages.ts";
import { engine, scripted } from "../compactor/scripted.ts";

const NOW = 1_700_000_000_000;
const TTL_MS = 300_000;

/** Of 40 tokens a turn, in a window of 1,000 whose trigger is 500. */
function historyOf(turns: number): History {
  const items = itemsOf(...Array.from({ length: turns }, () => [user(20), answer(20)]).flat());
  return { items: items.map((item) => ({ ...item, at: NOW })), state: null };
}

const request: FitOptions = { windowTokens: 1_000, system: "Be brief." };

/** @param expectedRequests within which a compaction must pay for itself, unless the cache is cold */
function cacheFor(expectedRequests: number): CachePolicy {
  const prices = { readPrice: 0.1, writePrice: 1.25, minPrefix: 0, expectedRequests };
  return createCachePolicy({ ...prices, ceilingTokens: 700, ttlMs: TTL_MS });
}

/** A compactor that has prepared a cut near its trigger, and its clock. */
async function parked(cache = cacheFor(1)): Promise<{
  readonly compactor: Compactor;
  readonly wait: (ms: number) => void;
}> {
  let now = NOW;
  const options = engine({
    policy: { trigger: { type: "share", share: 0.5 } },
    background: true,
    cache,
    now: () => now,
  });
  const compactor = createCompactor(options);
  await compactor.fit(historyOf(12), request);
  while (!options.events.some(({ type }) => type === "prepared"))
    await new Promise((resolve) => setImmediate(resolve));
  return { compactor, wait: (ms) => void (now += ms) };
}

async function outcomeOf(
  compactor: Compactor,
  turns: number,
  changes: FitOptions = {},
): Promise<FitOutcome> {
  return (await compactor.fit(historyOf(turns), { ...request, ...changes })).outcome;
}

const WARM = { type: "unchanged", why: "cache-warm" };

test("a parked cut is applied when the cache is cold", async () => {
  const { compactor, wait } = await parked();
  expect(await outcomeOf(compactor, 14)).toEqual(WARM);
  expect(compactor.nextExpiry(historyOf(14))).toBe(NOW + TTL_MS);
  wait(TTL_MS + 1);
  expect(compactor.nextExpiry(historyOf(14))).toBeNull();
  expect(await outcomeOf(compactor, 14)).toMatchObject({ type: "compacted" });
});

test("a parked cut is applied when system text or tools change", async () => {
  const { compactor } = await parked();
  expect(await outcomeOf(compactor, 14)).toEqual(WARM);
  expect(await outcomeOf(compactor, 14, { tools: [{ name: "look" }] })).toMatchObject({
    type: "compacted",
  });
});

test("a parked cut is applied above the ceiling", async () => {
  const { compactor } = await parked();
  expect(await outcomeOf(compactor, 14)).toEqual(WARM);
  expect(await outcomeOf(compactor, 19)).toMatchObject({ type: "compacted" });
});

test("below the trigger, a parked cut is applied when the cache is cold", async () => {
  const { compactor, wait } = await parked();
  expect(await outcomeOf(compactor, 12)).toEqual({ type: "unchanged", why: "below-trigger" });
  wait(TTL_MS + 1);
  expect(await outcomeOf(compactor, 12)).toMatchObject({ type: "compacted" });
});

test("a cut that pays for itself is not parked", async () => {
  const { compactor } = await parked(cacheFor(100));
  expect(await outcomeOf(compactor, 14)).toMatchObject({ type: "compacted" });
});

test("an offline summary is not prepared: it is made at the trigger, or before if the cache is cold", async () => {
  let now = NOW;
  const options = engine({
    policy: { trigger: { type: "share", share: 0.5 } },
    background: true,
    cache: cacheFor(1),
    now: () => now,
  });
  const compactor = createCompactor({
    ...options,
    summarizer: { ...scripted(), offline: true },
  });
  for (const length of [8, 12])
    expect(await outcomeOf(compactor, length)).toEqual({ type: "unchanged", why: "below-trigger" });
  await new Promise((resolve) => setImmediate(resolve));
  expect(options.events.map(({ type }) => type)).toEqual(["near-limit"]);
  expect(await outcomeOf(compactor, 14)).toEqual(WARM);
  now += TTL_MS + 1;
  expect(await outcomeOf(compactor, 12)).toMatchObject({ type: "compacted" });
});

test("an idle compaction prepares again after messages were added, so that a second one changes nothing", async () => {
  const { compactor } = await parked();
  const idle = { ...request, reason: "idle" } as const;
  const first = await compactor.fit(historyOf(15), idle);
  expect(first.outcome).toMatchObject({ receipt: { reason: "idle" } });
  const again = { ...historyOf(15), state: first.state };
  expect((await compactor.fit(again, idle)).outcome.type).toBe("unchanged");
});

test("an idle compaction applies a parked cut once, and leaves a small view as it is", async () => {
  const { compactor } = await parked();
  const idle = { ...request, reason: "idle" } as const;
  const first = await compactor.fit(historyOf(12), idle);
  expect(first.outcome).toMatchObject({ type: "compacted", receipt: { reason: "threshold" } });
  const again = { ...historyOf(12), state: first.state };
  expect((await compactor.fit(again, idle)).outcome.type).toBe("unchanged");
  expect(await outcomeOf(compactor, 5, idle)).toEqual({ type: "unchanged", why: "below-trigger" });
  expect(await outcomeOf(compactor, 5, { ...idle, force: true })).not.toEqual({
    type: "unchanged",
    why: "below-trigger",
  });
});
