import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createCompactor } from "../../src/compactor/create-compactor.ts";
import { isCutpointError } from "../../src/message/error.ts";
import type { Message } from "../../src/message/message.ts";
import type { CompactionState } from "../../src/message/state.ts";
import type { Summarizer } from "../../src/summary/summarizer.ts";
import { createCharacterEstimator } from "../../src/tokens/character-estimator.ts";
import type { TokenEstimator } from "../../src/tokens/estimator.ts";
import { answer, itemsOf, user } from "../../../../tooling/laws/src/generate/sized-messages.ts";
import { engine, scripted } from "./scripted.ts";
import { cases } from "../../../../tooling/laws/src/cases.ts";

const base = createCharacterEstimator({ charactersPerToken: 4 });
const BIG = "this summary is large";

/** Counts a summary message as more tokens than its text, as a provider that adds a preamble may do. */
function surprisingBy(tokens: number): TokenEstimator {
  return {
    ...base,
    estimate: (message: Message) =>
      base.estimate(message) + (JSON.stringify(message).includes(BIG) ? tokens : 0),
  };
}

const surprising = surprisingBy(900);

const items = itemsOf(...Array.from({ length: 12 }, () => [user(60), answer(60)]).flat());
const history = { items, state: null };
const request = { windowTokens: 1_200 };

test("a view that exceeds the limit because of its summary is not applied", async () => {
  const options = engine({ estimator: surprising, summarizer: scripted(BIG) });
  const { outcome, view } = await createCompactor(options).fit(history, request);
  if (outcome.type !== "failed") throw new Error(outcome.type);
  expect(isCutpointError(outcome.error, "summary-failed")).toBe(true);
  expect(outcome.error.message).toMatch(/the compacted view takes \d+ tokens: expected at most/);
  expect(view.messages).toEqual(items.map(({ message }) => message));
});

test("if the view with one summary is too large, the next summarizer is asked", async () => {
  const summarizer = [scripted(BIG), scripted("a small one")];
  const { outcome } = await createCompactor(engine({ estimator: surprising, summarizer })).fit(
    history,
    request,
  );
  if (outcome.type !== "compacted") throw new Error(outcome.type);
  expect(outcome.receipt.attempts).toHaveLength(2);
  expect(outcome.receipt.tokensAfter).toBeLessThan(1_200);
});

test("a larger view is not applied, also if it fits and the policy asks for no progress", async () => {
  const options = engine({ estimator: surprisingBy(9_000), summarizer: scripted(BIG) });
  const compactor = createCompactor({ ...options, policy: { minimumProgress: 0 } });
  const { outcome, view } = await compactor.fit(history, { windowTokens: 100_000, force: true });
  expect(outcome).toEqual({ type: "unchanged", why: "not-smaller" });
  expect(view.messages).toEqual(items.map(({ message }) => message));
});

test("the size after a compaction includes the tools of the request", async () => {
  const compactor = createCompactor(engine());
  const tools = [{ name: "read", description: "d".repeat(400) }];
  const asked = { ...request, tools };
  const { outcome, history: after } = await compactor.fit(history, asked);
  if (outcome.type !== "compacted") throw new Error(outcome.type);
  const without = compactor.usage(after, request).tokens;
  expect(outcome.receipt.tokensAfter).toBe(compactor.usage(after, asked).tokens);
  expect(outcome.receipt.tokensAfter).toBeGreaterThan(without + 90);
});

test("an offline summary that fills its room makes the view smaller", async () => {
  const filling: Summarizer = {
    name: "filling",
    offline: true,
    summarize: ({ maxTokens }) =>
      Promise.resolve({ text: "fill".repeat(maxTokens - 1), method: "filling", calls: 0 }),
  };
  const sizes = fc.array(fc.integer({ min: 120, max: 300 }), { minLength: 150, maxLength: 150 });
  await fc.assert(
    fc.asyncProperty(sizes, async (tokens) => {
      const said = itemsOf(...tokens.map((size, at) => (at % 2 === 0 ? user : answer)(size)));
      const compactor = createCompactor(engine({ summarizer: filling }));
      let state: CompactionState | null = null;
      const outcomes: string[] = [];
      for (let length = 1; length <= said.length; length += 2) {
        const now = { items: said.slice(0, length), state };
        const fitted = await compactor.fit(now, { windowTokens: 6_000 });
        if (fitted.outcome.type !== "unchanged") {
          outcomes.push(fitted.outcome.type);
        } else if (fitted.outcome.why !== "below-trigger") outcomes.push(fitted.outcome.why);
        state = fitted.state;
      }
      expect(outcomes.length).toBeGreaterThan(2);
      expect(new Set(outcomes)).toEqual(new Set(["compacted"]));
    }),
    cases(50),
  );
});
