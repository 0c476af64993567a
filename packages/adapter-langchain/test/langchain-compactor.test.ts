import { type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { expect, test } from "vitest";
import { createLangChainCompactor } from "../src/langchain-compactor.ts";

/** About 4,800 tokens each. */
const thread = (length: number): readonly BaseMessage[] =>
  Array.from(
    { length },
    (_, place) =>
      new HumanMessage({ id: `m${place}`, content: `part ${place} of it. `.repeat(800) }),
  );

test.each([
  ["claude-haiku-4-5", 200_000, 200_000],
  ["us.anthropic.claude-opus-5-5-20260901-v1:0", 1_000_000, 200_000],
  ["openai/gpt-6-sol", 1_050_000, 200_000],
])("the window of %s is known without a profile", (model, windowTokens, workingWindowTokens) => {
  const { usage } = createLangChainCompactor({});
  const messages = thread(1);
  expect(usage({ messages, state: null }, { model })).toMatchObject({
    windowTokens,
    workingWindowTokens,
    windowSource: "catalog",
  });
  expect(usage({ messages, state: null }, { model, windowTokens: 9_000 })).toMatchObject({
    windowTokens: 9_000,
    windowSource: "request",
  });
});

test("a model of a million tokens compacts above 120,000 if nothing is set", async () => {
  const compactor = createLangChainCompactor({});
  const request = { model: "claude-opus-5-5" };
  const messages = thread(60);
  const { tokens } = compactor.usage({ messages, state: null }, request);
  expect(tokens).toBeGreaterThan(190_000);
  const { outcome } = await compactor.fit({ messages, state: null }, request);
  expect(outcome).toMatchObject({ type: "compacted" });
  const fewer = { messages: messages.slice(0, 22), state: null };
  expect(compactor.usage(fewer, request).tokens).toBeLessThan(120_000);
  expect((await compactor.fit(fewer, request)).outcome).toEqual({
    type: "unchanged",
    why: "below-trigger",
  });
});
