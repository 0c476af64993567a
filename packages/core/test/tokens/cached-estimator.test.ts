import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createCompactor } from "../../src/compactor/create-compactor.ts";
import { type Message, systemMessage, userMessage } from "../../src/message/message.ts";
import { cacheEstimates } from "../../src/tokens/cached-estimator.ts";
import { createEstimator } from "../../src/tokens/estimator.ts";
import { scripted } from "../compactor/scripted.ts";

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

test("the texts that come with every request are estimated once, whatever objects hold them", async () => {
  const { asked, estimator } = counting();
  const compactor = createCompactor({
    estimator,
    policy: { windowTokens: 100_000 },
    summarizer: scripted(),
  });
  const history = { items: [{ id: "a", message: userMessage("hello") }], state: null };
  const words = "You are brief. ".repeat(20);
  const first = await compactor.plan(history, { system: words, tools: [{ name: words }] });
  for (let turn = 0; turn < 5; turn += 1) {
    const tools = [{ name: words }];
    expect(await compactor.plan(history, { system: words, tools })).toEqual(first);
  }
  expect(asked).toEqual([words, JSON.stringify([{ name: words }])]);
});

test("the 32 newest texts are remembered", () => {
  const { asked, estimator } = counting();
  const remembering = cacheEstimates(estimator);
  const texts = Array.from({ length: 33 }, (_, place) => `${place}`.padEnd(100, "."));
  for (const text of [...texts.slice(0, 32), ...texts.slice(0, 32)]) remembering.estimateText(text);
  expect(asked).toHaveLength(32);
  for (const text of [texts[32], texts[1], texts[0]]) remembering.estimateText(text ?? "");
  expect(asked.slice(32)).toEqual([texts[32], texts[0]]);
});

test("a remembered estimate is the estimator's, whatever was asked between", () => {
  const own = createEstimator();
  const words = fc.constantFrom("one two ", "%7{é");
  const texts = fc.array(fc.tuple(words, fc.integer({ min: 60, max: 110 })), { maxLength: 60 });
  fc.assert(
    fc.property(texts, (asked) => {
      const remembering = cacheEstimates(own);
      for (const [word, length] of asked) {
        const text = word.repeat(length).slice(0, length);
        expect(remembering.estimateText(text)).toBe(own.estimateText(text));
        const system = systemMessage(text);
        expect(remembering.estimate(system)).toBe(own.estimate(system));
      }
    }),
  );
});

test("a system message is estimated once by text, except with adapter metadata", () => {
  const own = createEstimator();
  const asked: Message[] = [];
  const remembering = cacheEstimates({
    ...own,
    estimate: (message) => {
      asked.push(message);
      return own.estimate(message);
    },
  });
  const words = "You are brief. ".repeat(20);
  for (let turn = 0; turn < 3; turn += 1) remembering.estimate(systemMessage(words));
  expect(asked).toHaveLength(1);
  for (let turn = 0; turn < 3; turn += 1)
    remembering.estimate({ ...systemMessage(words), adapterMetadata: { turn } });
  expect(asked).toHaveLength(4);
});

test("a long text that comes with every request stays cached while others come and go", () => {
  const { asked, estimator } = counting();
  const remembering = cacheEstimates(estimator);
  const system = "You are brief. ".repeat(40_000);
  for (let turn = 0; turn < 100; turn += 1) {
    remembering.estimateText(system);
    remembering.estimateText(`Question ${turn} ${"about this ".repeat(20)}`);
  }
  expect(asked.filter((text) => text === system)).toHaveLength(1);
});
