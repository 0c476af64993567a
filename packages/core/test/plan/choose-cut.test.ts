import { expect, test } from "vitest";
import {
  call,
  itemsOf,
  result,
  user,
} from "../../../../tooling/laws/src/generate/sized-messages.ts";
import { createCompactor } from "../../src/compactor/create-compactor.ts";
import type { FitOptions } from "../../src/compactor/fit-options.ts";
import type { Item } from "../../src/message/item.ts";
import type { Plan } from "../../src/plan/plan.ts";
import type { Policy } from "../../src/plan/policy.ts";
import { createCharacterEstimator } from "../../src/tokens/character-estimator.ts";
import type { TokenEstimator } from "../../src/tokens/estimator.ts";
import { engine } from "../compactor/scripted.ts";

async function planOf(items: readonly Item[], policy: Policy, request: FitOptions): Promise<Plan> {
  const compactor = createCompactor(engine({ policy: { windowTokens: 10_000, ...policy } }));
  const plan = await compactor.plan({ items, state: null }, { reason: "manual", ...request });
  if (plan.type !== "plan") throw new Error(plan.type);
  return plan;
}

test("with the boundary `user`, a turn that exceeds the budget is cut before an answer", async () => {
  const steps = Array.from({ length: 20 }, (_, step) => [
    call(`c${step}`, "bash", "{}"),
    result(`c${step}`, 300, "data", "bash"),
  ]);
  const items = itemsOf(user(10), ...steps.flat());
  const plan = await planOf(
    items,
    { boundary: "user", keep: { type: "tokens", tokens: 1_000 } },
    {},
  );
  expect(plan.kept.length).toBeGreaterThan(0);
  expect(items[plan.cut.index]?.message.role).toBe("assistant");
});

test("a model's summary has a least size if the compaction is automatic, but not if it was asked for", async () => {
  const steps = Array.from({ length: 30 }, (_, step) => [
    call(`c${step}`),
    result(`c${step}`, 300),
  ]);
  const items = itemsOf(user(10), ...steps.flat());
  const leastOf = async (reason: "threshold" | "manual"): Promise<number> =>
    (await planOf(items, {}, { reason })).leastSummaryTokens;
  expect(await leastOf("threshold")).toBeGreaterThan(300);
  expect(await leastOf("manual")).toBe(0);
});

test("pins that leave no room are not measured again for every cut", async () => {
  const pinned = Array.from({ length: 800 }, () => user(10));
  const items = itemsOf(...pinned).map((item): Item => ({ ...item, pinId: `p${item.id}` }));
  const counting = createCharacterEstimator({ charactersPerToken: 4 });
  let estimated = 0;
  const estimator: TokenEstimator = {
    ...counting,
    estimate: (message) => {
      const tokens = counting.estimate(message);
      estimated += tokens;
      return tokens;
    },
  };
  const compactor = createCompactor(engine({ estimator, policy: { windowTokens: 10_000 } }));
  const plan = await compactor.plan({ items, state: null });
  expect(plan.type).not.toBe("plan");
  const size = counting.estimate(user(8_000));
  expect(estimated).toBeLessThan(300 * size);
});
