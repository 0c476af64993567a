import { describe, expect, test } from "vitest";
import { isCutpointError } from "../../src/message/error.ts";
import { createCompactor } from "../../src/compactor/create-compactor.ts";
import type { Policy, ResolvedPolicy } from "../../src/plan/policy.ts";
import { checkPolicy } from "../../src/plan/check-policy.ts";
import {
  assertPolicy,
  policyFor,
  resolvePolicy,
  windowFor,
} from "../../src/plan/resolve-policy.ts";
import { engine } from "../compactor/scripted.ts";
import {
  call,
  itemsOf,
  result,
  user,
} from "../../../../tooling/laws/src/generate/sized-messages.ts";

function errorOf(policy: Policy, windowTokens: number | undefined): string {
  try {
    checkPolicy(policy);
    windowFor(policy, windowTokens === undefined ? {} : { windowTokens }, undefined);
  } catch (error) {
    if (isCutpointError(error, "invalid-input")) return error.message;
    throw error;
  }
  return "no error";
}

/** Defaults for any window. */
const FIXED = {
  enabled: true,
  check: "both",
  targetTokens: null,
  boundary: "message",
  prune: "none",
  fileBytes: Number.POSITIVE_INFINITY,
  images: Number.POSITIVE_INFINITY,
  files: Number.POSITIVE_INFINITY,
  documents: Number.POSITIVE_INFINITY,
  messages: Number.POSITIVE_INFINITY,
  prefixTokens: Number.POSITIVE_INFINITY,
  minimumProgress: 0.1,
  autoContinue: true,
  misfits: [],
} as const;

const compactor = createCompactor(engine());
const request = { windowTokens: 200_000 };
const large = itemsOf(user(1), call("a"), result("a", 50_000));

/** Settings that a resolved policy does not contain: how their default shows, and its value. */
const OTHERS: Readonly<
  Record<
    Exclude<keyof Policy, keyof ResolvedPolicy>,
    readonly [read: () => unknown, value: unknown]
  >
> = {
  models: [() => policyFor({}, "any"), {}],
  targetShare: [() => resolvePolicy({}, 200_000).targetTokens, null],
  workingWindowTokens: [
    () => windowFor({}, { windowTokens: 1_000_000 }, undefined).workingTokens,
    200_000,
  ],
  intake: [
    async () => (await compactor.fit({ items: large, state: null }, request)).view.messages,
    large.map(({ message }) => message),
  ],
  empty429IsOverflow: [
    async () =>
      (await compactor.recover({ items: large, state: null }, { status: 429 }, request)).retry,
    false,
  ],
};

describe("the policy", () => {
  test("a reserve of 16,384 in a window of 200,000 makes compaction due above 183,616 tokens", () => {
    expect(resolvePolicy({ trigger: { type: "reserve" } }, 200_000).limitTokens).toBe(183_616);
    expect(resolvePolicy({}, 200_000).limitTokens).toBe(100_000);
    expect(
      resolvePolicy({ trigger: { type: "reserve", tokens: 16_384 } }, 200_000).limitTokens,
    ).toBe(183_616);
  });

  test.each([
    [16_000, 12_000],
    [95_999, 71_999],
    [96_001, 72_000],
    [128_000, 72_000],
    [144_000, 72_000],
    [160_000, 80_000],
  ])("in a window of %i tokens, a compaction is due above %i", (windowTokens, limitTokens) => {
    expect(resolvePolicy({}, windowTokens).limitTokens).toBe(limitTokens);
  });

  test("the defaults are those of the documentation, and scale with a small window", () => {
    expect(resolvePolicy({}, 200_000)).toStrictEqual<ResolvedPolicy>({
      ...FIXED,
      windowTokens: 200_000,
      trigger: { type: "share", share: 0.5 },
      limitTokens: 100_000,
      keep: { type: "tokens", tokens: 10_000 },
      keepUserTokens: 20_000,
      rulesTokens: 2000,
      fileListTokens: 2000,
      summaryTokens: 32_768,
      offlineSummaryTokens: 32_768,
      segmentTokens: 8000,
      segmentUserTokens: 12_000,
    });
    expect(resolvePolicy({}, 16_000)).toStrictEqual<ResolvedPolicy>({
      ...FIXED,
      windowTokens: 16_000,
      trigger: { type: "share", share: 0.75 },
      limitTokens: 12_000,
      keep: { type: "tokens", tokens: 800 },
      keepUserTokens: 1600,
      rulesTokens: 480,
      fileListTokens: 640,
      summaryTokens: 3200,
      offlineSummaryTokens: 4800,
      segmentTokens: 1440,
      segmentUserTokens: 960,
    });
  });

  test.each(Object.entries(OTHERS))(
    "has the documented default of %s",
    async (_, [read, value]) => {
      expect(await read()).toEqual(value);
    },
  );

  test("pruning has the documented defaults", () => {
    expect(resolvePolicy({ prune: {} }, 200_000).prune).toStrictEqual({
      trigger: { type: "share", share: 0.5 },
      protectTokens: 40_000,
      minimumSavings: 20_000,
      protectedTools: [],
    });
    expect(resolvePolicy({ prune: {} }, 16_000).prune).toMatchObject({
      protectTokens: 4000,
      minimumSavings: 2000,
    });
  });

  test("a given size is the limit for every summary", () => {
    expect(resolvePolicy({ summaryTokens: 3000 }, 16_000)).toMatchObject({
      summaryTokens: 3000,
      offlineSummaryTokens: 3000,
    });
  });

  test("a share of the window", () => {
    expect(resolvePolicy({ trigger: { type: "share", share: 0.9 } }, 80_000).limitTokens).toBe(
      72_000,
    );
  });

  test("the policy's own window, the request's, the model's setting, the catalogue, else unknown", () => {
    const models = { "small-model": { windowTokens: 4000 } };
    const catalog = (model: string): { windowTokens: number } | null =>
      model.startsWith("known") || model === "small-model" ? { windowTokens: 8000 } : null;
    const request = { windowTokens: 2000, model: "small-model" };
    expect(windowFor({ windowTokens: 1000, models }, request, catalog)).toEqual({
      tokens: 1000,
      source: "policy",
      workingTokens: 1000,
    });
    expect(windowFor({ models }, request, catalog)).toEqual({
      tokens: 2000,
      source: "request",
      workingTokens: 2000,
    });
    expect(windowFor({ models }, { model: "small-model" }, catalog)).toEqual({
      tokens: 4000,
      source: "model-setting",
      workingTokens: 4000,
    });
    expect(windowFor({ models }, { model: "known-model" }, catalog)).toEqual({
      tokens: 8000,
      source: "catalog",
      workingTokens: 8000,
    });
    expect(windowFor({ models }, { model: "toString" }, catalog)).toEqual({
      tokens: null,
      source: null,
      workingTokens: null,
    });
    expect(windowFor({}, {}, catalog)).toEqual({ tokens: null, source: null, workingTokens: null });
  });

  test.each<[string, Policy, number]>([
    ["200,000 tokens of a larger window", {}, 200_000],
    ["what the policy says", { workingWindowTokens: 300_000 }, 300_000],
    ["the whole window with null", { workingWindowTokens: null }, 1_000_000],
    ["what the policy says for the model", { models: { large: { workingWindowTokens: 5 } } }, 5],
    ["the window that the policy names", { windowTokens: 900_000 }, 900_000],
    [
      "the window if the trigger is in tokens",
      { trigger: { type: "tokens", tokens: 9 } },
      1_000_000,
    ],
    [
      "the window if a reserve is in tokens",
      { trigger: { type: "any", of: [{ type: "reserve", tokens: 9 }] } },
      1_000_000,
    ],
    ["200,000 tokens of a default reserve", { trigger: { type: "reserve" } }, 200_000],
    ["200,000 tokens if the trigger is a share", { trigger: { type: "share", share: 1 } }, 200_000],
  ])("uses %s", (_, policy, workingTokens) => {
    const request = { windowTokens: 1_000_000, model: "large" };
    expect(windowFor(policy, request, undefined)).toMatchObject({ workingTokens });
  });

  test("a working window is a number of tokens above 0", () => {
    expect(errorOf({ workingWindowTokens: 0 }, 1000)).toMatch(/^policy\.workingWindowTokens is 0/);
  });

  test.each<[Policy, number | undefined, RegExp]>([
    [{}, Number.NaN, /^request\.windowTokens is NaN: expected a positive number of tokens/],
    [{}, -5, /^request\.windowTokens is -5/],
    [{ windowTokens: 0 }, undefined, /^policy\.windowTokens is 0: .*policy\.enabled to false/],
    [{ trigger: { type: "share", share: 1.5 } }, 1000, /^policy\.trigger\.share is 1\.5/],
    [{ keep: { type: "tokens", tokens: 0 } }, 1000, /^policy\.keep\.tokens is 0/],
    [{ summaryTokens: Number.POSITIVE_INFINITY }, 1000, /^policy\.summaryTokens is Infinity/],
    [{ keepUserTokens: -1 }, 1000, /^policy\.keepUserTokens is -1/],
    [{ minimumProgress: 1 }, 1000, /^policy\.minimumProgress is 1/],
  ])("%j with a window of %s is rejected by name", (policy, windowTokens, message) => {
    expect(errorOf(policy, windowTokens)).toMatch(message);
  });

  test.each<[Policy, RegExp]>([
    [
      { windowTokens: 1000, trigger: { type: "reserve", tokens: 2000 } },
      /^policy\.trigger\.tokens is too large: .* 750 tokens in a window of 1000$/,
    ],
    [
      { windowTokens: 1000, keep: { type: "tokens", tokens: 900 } },
      /^policy\.keep\.tokens .* 750 tokens in a window of 1000$/,
    ],
    [
      { trigger: { type: "tokens", tokens: 500 }, keep: { type: "tokens", tokens: 900 } },
      /^policy\.keep\.tokens is too large: compaction starts above 500 tokens$/,
    ],
  ])("%j contradicts itself", (policy, message) => {
    expect(() => assertPolicy(policy)).toThrow(message);
  });

  test.each<[Policy, readonly string[]]>([
    [{ trigger: { type: "reserve", tokens: 2000 } }, ["trigger.tokens"]],
    [
      {
        trigger: {
          type: "any",
          of: [
            { type: "items", items: 9 },
            { type: "tokens", tokens: 2000 },
          ],
        },
      },
      ["trigger.of[1].tokens"],
    ],
    [
      { keep: { type: "tokens", tokens: 750 }, summaryTokens: 749, keepUserTokens: 751 },
      ["keep.tokens", "keepUserTokens"],
    ],
    [{ summaryTokens: 800 }, ["summaryTokens"]],
  ])("%j has defaults where it does not fit a window of 1,000", (policy, misfits) => {
    const summaryTokens = policy.summaryTokens === 749 ? 749 : 200;
    const offlineSummaryTokens = summaryTokens === 749 ? 749 : 300;
    const defaults = {
      offlineSummaryTokens,
      limitTokens: 750,
      keep: { type: "tokens", tokens: 50 },
      keepUserTokens: 100,
      summaryTokens,
    };
    const resolved = resolvePolicy(policy, 1000);
    expect(resolved).toMatchObject(defaults);
    expect(resolved.misfits.toSorted()).toEqual(misfits);
  });
});
