import { describe, expect, test } from "vitest";
import { costOf } from "../../src/compactor/compaction-cost.ts";
import { resolveOptions } from "../../src/compactor/resolve-options.ts";
import { assistantMessage } from "../../src/message/message.ts";
import { dollarsOf } from "../../src/tokens/dollars.ts";
import { trackHistory } from "../../src/tokens/tracked-history.ts";
import { engine } from "../compactor/scripted.ts";

const PRICES = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 };

describe("the price of a call", () => {
  test("is the sum of tokens that were read, written, neither, and answered", () => {
    const usage = {
      inputTokens: 1_000,
      cacheReadTokens: 400,
      cacheWriteTokens: 100,
      outputTokens: 50,
    };
    const millionths = 500 * 3 + 400 * 0.3 + 100 * 3.75 + 50 * 15;
    expect(dollarsOf(usage, PRICES)).toBeCloseTo(millionths / 1_000_000, 12);
  });

  test("is that of the last step whose size is exceeded", () => {
    const step = (inputTokens: number, input: number) => ({ inputTokens, input, output: 0 });
    const prices = { ...PRICES, above: [step(10, 6), step(20, 9)] };
    const dollars = [10, 20, 21].map((inputTokens) =>
      dollarsOf({ inputTokens, outputTokens: 0 }, prices),
    );
    expect(dollars).toEqual([30 / 1e6, 120 / 1e6, 189 / 1e6]);
  });

  test("of a compaction is that of the tokens written again and of all calls for its summary", () => {
    const options = resolveOptions(
      engine({ catalog: () => ({ windowTokens: 9, prices: PRICES }) }),
    );
    const items = [{ id: "a", message: { ...assistantMessage("Yes."), model: "m" } }];
    const run = { options, request: {}, tracked: trackHistory({ items, state: null }) };
    const usage = { inputTokens: 1_000, outputTokens: 200 };
    const attempt = { by: "s", fault: null, usage };
    expect(costOf(run, 2_000, [attempt, attempt])).toEqual({
      rewrittenTokens: 2_000,
      summaryCalls: 2,
      summaryUsage: {
        inputTokens: 2_000,
        outputTokens: 400,
        cacheReadTokens: 0,
        cacheWriteTokens: 0,
      },
      dollars: (2_000 * 3.75 + 2 * (1_000 * 3 + 200 * 15)) / 1_000_000,
    });
  });
});
