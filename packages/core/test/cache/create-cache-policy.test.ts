import { describe, expect, test } from "vitest";
import { costOf, estimateCost, pricesOf } from "../../src/cache/cache-cost.ts";
import { chooseByCost } from "../../src/cache/choose-by-cost.ts";
import { type CachePolicyOptions, createCachePolicy } from "../../src/cache/create-cache-policy.ts";
import { createCompactor } from "../../src/compactor/create-compactor.ts";
import type { History } from "../../src/message/history.ts";
import type { Item } from "../../src/message/item.ts";
import { assistantMessage, toolMessage, userMessage } from "../../src/message/message.ts";
import { type CompactionState, emptyState } from "../../src/message/state.ts";
import type { Plan } from "../../src/plan/plan.ts";
import type { Policy } from "../../src/plan/policy.ts";
import { createCharacterEstimator } from "../../src/tokens/character-estimator.ts";
import { type View, viewOf } from "../../src/view/view.ts";
import { scripted } from "../compactor/scripted.ts";
import { words } from "../../../../tooling/laws/src/generate/sized-messages.ts";

const ANTHROPIC: CachePolicyOptions = {
  readPrice: 0.1,
  writePrice: 1.25,
  ttlMs: 300_000,
  minPrefix: 1_024,
};

const NOW = 1_700_000_000_000;

/** Steps of a tool loop of some 520 tokens each, whose answers read `cached` tokens from the cache, `age` ms ago. */
function loop(cached: readonly (number | null)[], age = 1_000): readonly Item[] {
  const steps = cached.flatMap((cacheReadTokens, step): readonly Item[] => {
    const call = { callId: `c${step}`, name: "look", arguments: "{}" };
    const usage = { inputTokens: 4_000, outputTokens: 10 };
    const reported = cacheReadTokens === null ? {} : { usage: { ...usage, cacheReadTokens } };
    const message = { ...assistantMessage("", [call]), ...reported, model: "m" } as const;
    return [
      { id: `a${step}`, at: NOW - age, message: { ...message, finishReason: "aborted" } },
      { id: `r${step}`, at: NOW - age, message: toolMessage(call, words(500)) },
    ];
  });
  return [{ id: "h", at: NOW - age, message: userMessage("go") }, ...steps];
}

function historyOf(items: readonly Item[], state: CompactionState | null = null): History {
  return { items, state };
}

describe("the cost of a change of the view", () => {
  const prices = pricesOf(ANTHROPIC);
  const openai = (readPrice: number) => pricesOf({ ...ANTHROPIC, readPrice, writePrice: 1 });
  const pruning = (
    tokensBefore: number,
    saved: number,
    commonPrefixTokens: number,
    isWarm = true,
  ) => ({
    tokensBefore,
    tokensAfter: tokensBefore - saved,
    commonPrefixTokens,
    summary: 0,
    isWarm,
  });

  test.each([
    ["deep, at Anthropic", prices, pruning(160_000, 40_000, 30_000), 103_500, 25.9],
    [
      "deep, at OpenAI, reading at 0.1",
      openai(0.1),
      pruning(160_000, 40_000, 30_000),
      81_000,
      20.25,
    ],
    [
      "deep, at OpenAI, reading at 0.5",
      openai(0.5),
      pruning(160_000, 40_000, 30_000),
      45_000,
      2.25,
    ],
    ["near the tail", prices, pruning(160_000, 15_000, 140_000), 5_750, 3.8],
  ])("%s", (_what, by, change, rewrite, paidBackAfter) => {
    const cost = costOf(change, by);
    expect(cost.rewrite).toBeCloseTo(rewrite, 6);
    expect(cost.paidBackAfter).toBeCloseTo(paidBackAfter, 1);
    expect(cost.net).toBeCloseTo(20 * cost.savedPerRequest - rewrite, 6);
  });

  test("a change of a cold cache pays off at once, and a context too short for a cache saves full prices", () => {
    expect(costOf(pruning(160_000, 40_000, 30_000, false), prices).paidBackAfter).toBe(0);
    const short = costOf(pruning(1_000, 400, 300), prices);
    expect(short).toMatchObject({ rewrite: 0, savedPerRequest: 400, paidBackAfter: 0 });
  });

  test("nothing saved is never paid back", () => {
    const change = { ...pruning(160_000, 0, 30_000), summary: 1_000 };
    expect(costOf(change, prices).paidBackAfter).toBeNull();
  });

  test("the total cost is the sum over the following requests", () => {
    const { tokensBefore, tokensAfter, commonPrefixTokens } = pruning(160_000, 40_000, 30_000);
    const [read, write, requests] = [0.1, 1.25, 20];
    const without = requests * tokensBefore * read;
    const changed =
      commonPrefixTokens * read +
      (tokensAfter - commonPrefixTokens) * write +
      (requests - 1) * tokensAfter * read;
    expect(costOf(pruning(160_000, 40_000, 30_000), prices).net).toBeCloseTo(without - changed, 6);
  });

  test.each([
    [{ readPrice: -1 }, "readPrice"],
    [{ writePrice: Number.NaN }, "writePrice"],
    [{ ttlMs: 0 }, "ttlMs"],
    [{ summarizerPrices: { cheap: -2 } }, "cheap"],
  ])("refuses %j", (numbers, field) => {
    expect(() => createCachePolicy({ ...ANTHROPIC, ...numbers })).toThrow(
      new RegExp(`^${field} is`),
    );
  });

  test.each([undefined, null, "x"])("options cannot be %j", (options) => {
    expect(() => createCachePolicy(options as never)).toThrow(
      `options is ${JSON.stringify(options)}`,
    );
  });
});

describe("whether the cache is warm", () => {
  const cache = createCachePolicy(ANTHROPIC);
  const seen = (lastSeenId: string): CompactionState => ({ ...emptyState(), lastSeenId });

  test.each([
    ["before the first answer", historyOf(loop([])), false],
    ["after an answer that tells nothing of it", historyOf(loop([null])), true],
    ["after an answer that read from it", historyOf(loop([4_000])), true],
    ["after one cold reading", historyOf(loop([4_000, 0])), true],
    ["after two", historyOf(loop([4_000, 0, 0])), true],
    ["after three", historyOf(loop([4_000, 0, 0, 0])), false],
    ["after three, one of them warm", historyOf(loop([0, 0, 4_000, 0])), true],
    ["after three that read less than is cached", historyOf(loop([9, 9, 9])), false],
    ["after the time to live", historyOf(loop([4_000], 300_001)), false],
    ["at the time to live", historyOf(loop([4_000], 300_000)), true],
    ["after the view has changed", historyOf(loop([4_000]), seen("r0")), false],
    [
      "after an answer to the view that has changed",
      historyOf(loop([4_000, 4_000]), seen("r0")),
      true,
    ],
  ])("%s", (_when, history, warm) => {
    expect(cache.nextExpiry(history, "m", NOW) !== null).toBe(warm);
  });

  test("another model has a cache of its own", () => {
    expect(cache.nextExpiry(historyOf(loop([4_000])), "n", NOW)).toBeNull();
    expect(cache.nextExpiry(historyOf(loop([4_000])), undefined, NOW)).toBe(NOW - 1_000 + 300_000);
  });
});

const POLICY: Policy = {
  windowTokens: 20_000,
  trigger: { type: "share", share: 0.25 },
  prune: { protectTokens: 1_000, minimumSavings: 1_000 },
};

function compactor(options: {
  readonly cache?: Partial<CachePolicyOptions>;
  readonly policy?: Partial<Policy>;
  readonly now?: number;
}) {
  return createCompactor({
    policy: { ...POLICY, ...options.policy },
    estimator: createCharacterEstimator({ charactersPerToken: 4 }),
    summarizer: scripted(),
    now: () => options.now ?? NOW,
    cache: createCachePolicy({ ...ANTHROPIC, ...options.cache }),
  });
}

/** Some 6,200 tokens: above a quarter of the window. */
const WARM = historyOf(loop(Array(12).fill(4_000) as number[]));

function firstChanged(before: View, after: View): number {
  return before.messages.findIndex(
    (message, place) => JSON.stringify(message) !== JSON.stringify(after.messages[place]),
  );
}

describe("a compaction that is only advisable", () => {
  test("waits while the cache is warm, unless it pays for itself", async () => {
    const few = { expectedRequests: 1 };
    expect((await compactor({ cache: few }).fit(WARM, { model: "m" })).outcome).toEqual({
      type: "unchanged",
      why: "cache-warm",
    });
    const many = await compactor({ cache: { expectedRequests: 500 } }).fit(WARM, { model: "m" });
    expect(many.outcome.type).toBe("compacted");
  });

  test("does not wait once the cache is cold, nor above the ceiling, nor by hand", async () => {
    const few = { expectedRequests: 1 };
    const cold = historyOf(loop(Array(12).fill(0) as number[]));
    const outcomes = await Promise.all([
      compactor({ cache: few }).fit(cold, { model: "m" }),
      compactor({ cache: few, now: NOW + 300_001 }).fit(WARM, { model: "m" }),
      compactor({ cache: { ...few, ceilingTokens: 6_000 } }).fit(WARM, { model: "m" }),
      compactor({ cache: few }).fit(WARM, { model: "m", force: true }),
    ]);
    expect(outcomes.map(({ outcome }) => outcome.type)).toEqual(Array(4).fill("compacted"));
  });

  test("does not ask what a plan saves if the cache is cold", async () => {
    const cache = {
      nextExpiry: () => null,
      ceilingOf: () => Number.POSITIVE_INFINITY,
      netOf: () => -1,
    };
    const { outcome } = await createCompactor({
      policy: POLICY,
      summarizer: scripted(),
      cache,
    }).fit(WARM);
    expect(outcome.type).toBe("compacted");
  });

  test("the ceiling is the window minus its reserve by default", () => {
    expect(createCachePolicy(ANTHROPIC).ceilingOf(200_000)).toBe(183_616);
    expect(createCachePolicy({ ...ANTHROPIC, ceilingTokens: 9 }).ceilingOf(200_000)).toBe(9);
  });

  test("the value of a plan is the net value of its cheapest route", () => {
    const plan = planOf(120_000, 30_000);
    const { aligned, cheapest } = estimateCost(plan, ANTHROPIC);
    expect(cheapest).toBe("aligned");
    expect(createCachePolicy(ANTHROPIC).netOf(plan)).toBe(aligned.net);
  });

  test("pruning alone has no summary to pay for, by any route", () => {
    const { aligned, offline, separate } = estimateCost(
      { ...planOf(120_000, 30_000), compacted: [], compactedTokens: 0, summaryTokens: 0 },
      ANTHROPIC,
    );
    expect([aligned.summary, offline.summary, separate.summary]).toEqual([0, 0, 0]);
  });

  test("a summary takes part of what its compaction saves", () => {
    const plan = planOf(120_000, 30_000);
    const withSummary = estimateCost(plan, ANTHROPIC).offline;
    const without = estimateCost({ ...plan, summaryTokens: 0 }, ANTHROPIC).offline;
    const difference = without.savedPerRequest - withSummary.savedPerRequest;
    expect(difference).toBeCloseTo(plan.summaryTokens * 0.1, 6);
  });

  /** Results, a long answer that nothing hides, and more results: what is old can only be had by writing it anew. */
  const LONG = historyOf([
    ...loop([4_000, 4_000]),
    { id: "long", at: NOW, message: assistantMessage(words(5_000)) },
    ...loop(Array(8).fill(4_000) as number[])
      .slice(1)
      .map((item) => renamed(item)),
  ]);

  function renamed(item: Item): Item {
    return JSON.parse(JSON.stringify(item).replaceAll(/"([acr]\d)"/gu, '"later-$1"')) as Item;
  }

  test("while warm it hides near the tail, in one batch, and no more than it must", async () => {
    const request = { model: "m" };
    const policy = { trigger: { type: "tokens", tokens: 9_000 } } as const;
    const warm = await compactor({ policy, cache: { expectedRequests: 12 } }).fit(LONG, request);
    const cold = await compactor({ policy, now: NOW + 300_001 }).fit(LONG, request);
    const before = viewOf(LONG);
    const place = before.ids.indexOf("long");
    expect(firstChanged(before, cold.view)).toBeLessThan(place);
    expect(firstChanged(before, warm.view)).toBeGreaterThan(place);
    const hidden = Object.keys(warm.state?.replacements ?? {});
    expect(hidden).toEqual(["later-r5", "later-r4", "later-r3"].toReversed());
    const again = await compactor({ policy, cache: { expectedRequests: 12 } }).fit(
      { items: LONG.items, state: warm.state },
      request,
    );
    expect(again.outcome.type).toBe("unchanged");
  });

  test("prunes everything at once if that saves more", async () => {
    const request = { model: "m" };
    const [warm, cold] = await Promise.all([
      compactor({ cache: { expectedRequests: 500 } }).fit(WARM, request),
      compactor({ now: NOW + 300_001 }).fit(WARM, request),
    ]);
    expect(warm.state?.replacements).toEqual(cold.state?.replacements);
  });
});

describe("the receipt", () => {
  test("the receipt contains the common prefix and the cost", async () => {
    const cache = { expectedRequests: 500 };
    const tools = [{ name: "look" }];
    const request = { model: "m", system: words(100), tools };
    const { outcome, view } = await compactor({ cache }).fit(WARM, request);
    if (outcome.type !== "compacted") throw new Error(outcome.type);
    const place = firstChanged(viewOf(WARM), view);
    const estimator = createCharacterEstimator({ charactersPerToken: 4 });
    const messages = view.messages.slice(0, place);
    const tokens = messages.reduce((sum, message) => sum + estimator.estimate(message), 0);
    const beside =
      estimator.estimateText(words(100)) + estimator.estimateText(JSON.stringify(tools));
    expect(outcome.receipt.commonPrefixTokens).toBe(tokens + beside);
    const { commonPrefixTokens, cost, tokensAfter } = outcome.receipt;
    expect(cost.rewrittenTokens).toBe(tokensAfter - commonPrefixTokens);
  });

  test("the steps together save what the view lost", async () => {
    const policy = { keep: { type: "share", share: 0.1 } } as const;
    const { outcome } = await compactor({ policy }).fit(WARM, { model: "m", force: true });
    if (outcome.type !== "compacted") throw new Error(outcome.type);
    const { steps, tokensAfter, tokensBefore } = outcome.receipt;
    expect(steps.map(({ name }) => name)).toEqual(["prune", "summary"]);
    const saved = steps.reduce((sum, { savedTokens }) => sum + savedTokens, 0);
    expect(saved).toBe(tokensBefore - tokensAfter);
  });

  test("a summary leaves system text and tools; without a catalog, the price is unknown", async () => {
    const request = { model: "m", system: words(100), force: true };
    const { outcome } = await createCompactor({
      policy: { windowTokens: 20_000, keep: { type: "tokens", tokens: 500 } },
      estimator: createCharacterEstimator({ charactersPerToken: 4 }),
      summarizer: scripted(),
    }).fit(WARM, request);
    if (outcome.type !== "compacted") throw new Error(outcome.type);
    expect(outcome.receipt.commonPrefixTokens).toBe(100);
    expect(outcome.receipt.cost.dollars).toBeNull();
  });
});

/** A plan for 160,000 tokens that keeps 20,000 and makes a summary of 4,000, of which tools take 20,000. */
function planOf(compactedTokens: number, commonPrefixTokens: number, isWarm = true): Plan {
  const [item] = loop([]);
  return {
    type: "plan",
    reason: "threshold",
    compacted: item === undefined ? [] : [item],
    compactedTokens,
    kept: [],
    keptTokens: 20_000,
    cut: { index: 1, splitTurn: null },
    verbatim: {
      system: [],
      pins: [],
      user: [],
      reminders: [],
      ids: [],
      truncatedIds: [],
      dropped: [],
    },
    replacements: {},
    steps: [],
    summaryTokens: 4_000,
    tokensBefore: 160_000,
    commonPrefixTokens,
    isWarm,
    limitTokens: 150_000,
    minimumProgress: 0.1,
  } as object as Plan;
}

describe("whom to ask for a summary", () => {
  const prices = (price: number) => ({ ...ANTHROPIC, summarizerPrices: { cheap: price } });
  const aligned = { ...scripted(), name: "aligned" };
  const separate = { ...scripted(), name: "cheap" };
  const offline = { ...scripted(), name: "offline", offline: true };
  const order = (plan: Plan | null, price: number, more: Partial<CachePolicyOptions> = {}) =>
    chooseByCost({ prices: { ...prices(price), ...more }, aligned, separate, offline })(plan).map(
      ({ name }) => name,
    );
  const plan = planOf(120_000, 20_000);

  test("a separate model beats the warm prefix only below some fifth of the price", () => {
    expect(order(plan, 0.3)).toEqual(["aligned", "cheap", "offline"]);
    expect(order(plan, 0.2)).toEqual(["cheap", "aligned", "offline"]);
    const { aligned: one, separate: other } = estimateCost(plan, prices(0.24), "cheap");
    expect(one.summary / other.summary).toBeCloseTo(1, 1);
  });

  test("once the cache is cold the whole would be written: the separate model is cheaper", () => {
    expect(order(planOf(120_000, 20_000, false), 1)).toEqual(["cheap", "aligned", "offline"]);
  });

  test("calls no model if no summary of a model pays for itself", () => {
    expect(order(plan, 1, { expectedRequests: 2 })).toEqual(["offline"]);
    expect(order(plan, 1, { expectedRequests: 10 })[0]).toBe("aligned");
  });

  test("for a branch that was left there is no live conversation to ask behind", () => {
    expect(order(null, 1)).toEqual(["cheap", "aligned", "offline"]);
  });

  test("a compactor asks them in that order", async () => {
    const asked: string[] = [];
    const failing = (name: string) => ({
      name,
      summarize: async () => {
        asked.push(name);
        throw new Error("no");
      },
    });
    const { outcome } = await createCompactor({
      policy: { windowTokens: 20_000, keep: { type: "tokens", tokens: 500 } },
      summarizer: chooseByCost({
        prices: { ...prices(0.9), expectedRequests: 1_000 },
        aligned: failing("aligned"),
        separate: failing("cheap"),
        offline,
      }),
      now: () => NOW,
      cache: createCachePolicy({ ...ANTHROPIC, expectedRequests: 1_000 }),
    }).fit(WARM, { model: "m", force: true });
    expect(asked).toEqual(["aligned", "cheap"]);
    expect(outcome).toMatchObject({ type: "compacted", receipt: { method: "scripted" } });
  });
});
