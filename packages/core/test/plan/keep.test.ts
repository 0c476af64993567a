import * as fc from "fast-check";
import { expect, test } from "vitest";
import { answer, itemsOf, user } from "../../../../tooling/laws/src/generate/sized-messages.ts";
import { createCompactor } from "../../src/compactor/create-compactor.ts";
import type { Keep } from "../../src/plan/keep.ts";
import type { Policy } from "../../src/plan/policy.ts";
import { resolvePolicy } from "../../src/plan/resolve-policy.ts";
import { engine } from "../compactor/scripted.ts";
import { cases } from "../../../../tooling/laws/src/cases.ts";

const said = itemsOf(...Array.from({ length: 60 }, () => [user(100), answer(100)]).flat());

/** Turns of 200 tokens in a window of 20,000: the tokens that a policy keeps. */
async function keptOf(keep: Keep | undefined, policy: Policy = {}): Promise<number> {
  const own = { windowTokens: 20_000, keepUserTokens: 0, ...policy, ...(keep && { keep }) };
  const compactor = createCompactor(engine({ policy: own }));
  const plan = await compactor.plan({ items: said, state: null }, { force: true });
  return plan.type === "plan" ? plan.keptTokens : Number.NaN;
}

test.each<[Keep | undefined, number]>([
  [undefined, 1_000],
  [{ type: "tokens", tokens: 1_000 }, 1_000],
  [{ type: "share", share: 0.2 }, 4_000],
  [{ type: "turns", turns: 3 }, 600],
  [{ type: "items", items: 4 }, 400],
])("%j keeps %i tokens", async (keep, tokens) => {
  expect(await keptOf(keep)).toBe(tokens);
});

const single = fc.oneof(
  fc.integer({ min: 1, max: 20 }).map((n): Keep => ({ type: "tokens", tokens: n * 200 })),
  fc.integer({ min: 1, max: 20 }).map((n): Keep => ({ type: "turns", turns: n })),
  fc.integer({ min: 1, max: 20 }).map((n): Keep => ({ type: "items", items: n * 2 })),
  fc.integer({ min: 1, max: 20 }).map((n): Keep => ({ type: "share", share: n / 100 })),
);

test("any keeps the largest of several sizes, all the smallest", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(single, { minLength: 1, maxLength: 4 }), async (of) => {
      const kept = await Promise.all(of.map(async (one) => keptOf(one)));
      expect(await keptOf({ type: "any", of })).toBe(Math.max(...kept));
      expect(await keptOf({ type: "all", of })).toBe(Math.min(...kept));
    }),
    cases(100),
  );
});

test("a number of tokens inside others gives way to the default if it does not fit", () => {
  const of: readonly Keep[] = [
    { type: "turns", turns: 1 },
    { type: "tokens", tokens: 30_000 },
  ];
  const { keep, misfits } = resolvePolicy({ keep: { type: "any", of } }, 10_000);
  expect(keep).toEqual({ type: "any", of: [of[0], { type: "tokens", tokens: 500 }] });
  expect(misfits).toEqual(["keep.of[1].tokens"]);
});

test("more turns than there are keep all of them", async () => {
  const items = itemsOf(user(100), answer(100), user(100), answer(100));
  const compactor = createCompactor(
    engine({ policy: { windowTokens: 20_000, keep: { type: "turns", turns: 6 } } }),
  );
  expect(await compactor.plan({ items, state: null }, { force: true })).toMatchObject({
    why: "nothing-to-compact",
  });
});
