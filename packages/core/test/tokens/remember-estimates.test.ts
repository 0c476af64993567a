import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createCompactor } from "../../src/compactor/create-compactor.ts";
import { humanMessage } from "../../src/model/message.ts";
import { createEstimator } from "../../src/tokens/create-estimator.ts";
import { rememberEstimates } from "../../src/tokens/remember-estimates.ts";

function counting(): {
  readonly asked: string[];
  readonly estimator: ReturnType<typeof createEstimator>;
} {
  const own = createEstimator();
  const asked: string[] = [];
  const estimateText = (text: string): number => {
    asked.push(text);
    return own.estimateText(text);
  };
  return { asked, estimator: { ...own, estimateText } };
}

test("the texts that come with every request are estimated once, whatever objects hold them", () => {
  const { asked, estimator } = counting();
  const compactor = createCompactor({ estimator, policy: { windowTokens: 100_000 } });
  const history = { items: [{ id: "a", message: humanMessage("hello") }], mark: null };
  const words = "You are brief. ".repeat(20);
  const first = compactor.plan(history, { system: words, tools: [{ name: words }] });
  for (let turn = 0; turn < 5; turn += 1) {
    const tools = [{ name: words }];
    expect(compactor.plan(history, { system: words, tools })).toEqual(first);
  }
  expect(asked).toEqual([words, JSON.stringify([{ name: words }])]);
});

test("a remembered estimate is the estimator's, whatever was asked between", () => {
  const own = createEstimator();
  const words = fc.constantFrom("one two ", "%7{é");
  const texts = fc.array(fc.tuple(words, fc.integer({ min: 60, max: 70 })), { maxLength: 60 });
  fc.assert(
    fc.property(texts, (asked) => {
      const remembering = rememberEstimates(own);
      for (const [word, length] of asked) {
        const text = word.repeat(length).slice(0, length);
        expect(remembering.estimateText(text)).toBe(own.estimateText(text));
      }
    }),
  );
});
