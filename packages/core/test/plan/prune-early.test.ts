import { describe, expect, test } from "vitest";
import {
  answer,
  call,
  itemsOf,
  result,
  user,
} from "../../../../tooling/laws/src/generate/sized-messages.ts";
import { createCompactor } from "../../src/compactor/create-compactor.ts";
import type { FitResult } from "../../src/compactor/outcome.ts";
import type { History } from "../../src/message/history.ts";
import type { Policy, PruneOptions } from "../../src/plan/policy.ts";
import { engine, scripted } from "../compactor/scripted.ts";

/** A question, `count` results of 10,000 tokens, and an answer. */
function historyOf(count: number): History {
  const results = Array.from({ length: count }, (_, number) => [
    call(`c${number}`, "bash", "{}"),
    result(`c${number}`, 10_000, "data", "bash"),
  ]);
  return { items: itemsOf(user(10), ...results.flat(), answer(1)), state: null };
}

/** Compacts above 183,616 tokens. */
function policyOf(prune: PruneOptions, more: Policy = {}): Policy {
  return { windowTokens: 200_000, trigger: { type: "reserve" }, prune, ...more };
}

const HALF: PruneOptions = { trigger: { type: "share", share: 0.5 } };

async function fit(history: History, policy: Policy): Promise<FitResult & { calls: number }> {
  const summarizer = scripted();
  const result = await createCompactor(engine({ policy, summarizer })).fit(history);
  return { ...result, calls: summarizer.requests.length };
}

describe("pruning with a trigger of its own", () => {
  test("prunes before a compaction is due, and summarizes nothing", async () => {
    const { calls, outcome } = await fit(historyOf(12), policyOf(HALF));
    if (outcome.type !== "compacted") throw new Error(outcome.type);
    expect(outcome.receipt.steps).toMatchObject([{ name: "prune" }]);
    expect(outcome.receipt.tokensAfter).toBeLessThan(45_000);
    expect(calls).toBe(0);
  });

  test("without it, or below it, nothing is pruned", async () => {
    const unchanged = { type: "unchanged", why: "below-trigger" };
    expect((await fit(historyOf(12), policyOf({}))).outcome).toEqual(unchanged);
    expect((await fit(historyOf(9), policyOf(HALF))).outcome).toEqual(unchanged);
  });

  test("it summarizes nothing to reach a small target either", async () => {
    const policy = policyOf(HALF, {
      targetShare: 0.3,
      keep: { type: "tokens", tokens: 5_000 },
    });
    const { calls, outcome } = await fit(historyOf(12), policy);
    if (outcome.type !== "compacted") throw new Error(outcome.type);
    expect(outcome.receipt.tokensAfter).toBeGreaterThan(30_000);
    expect(calls).toBe(0);
  });

  test.each([
    ["the least savings", { ...HALF, minimumSavings: 90_000 }, {}],
    ["the progress of the policy", { ...HALF, minimumSavings: 0 }, { minimumProgress: 0.9 }],
  ])("less than %s changes nothing and is no failure", async (_name, prune, more) => {
    const { outcome, state } = await fit(historyOf(12), policyOf(prune, more));
    expect(outcome).toEqual({ type: "unchanged", why: "below-trigger" });
    expect(state).toBeNull();
  });

  test("a compaction runs as without it once it is due", async () => {
    const history: History = {
      items: itemsOf(...Array.from({ length: 40 }, () => [user(2_500), answer(2_500)]).flat()),
      state: null,
    };
    const { calls, outcome } = await fit(history, policyOf(HALF));
    expect(outcome.type).toBe("compacted");
    expect(calls).toBe(1);
  });

  test("a wrong trigger is named", () => {
    const policy = policyOf({ trigger: { type: "share", share: 1.5 } });
    expect(() => createCompactor(engine({ policy }))).toThrow(/policy\.prune\.trigger\.share/u);
  });
});
