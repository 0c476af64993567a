import { expect, test } from "vitest";
import { assistantMessage, type Message } from "../../src/message/message.ts";
import { truncateOversized, truncateToTokens } from "../../src/plan/truncate-items.ts";
import { createCharacterEstimator } from "../../src/tokens/character-estimator.ts";
import { result, user, words } from "../../../../tooling/laws/src/generate/sized-messages.ts";

const estimator = createCharacterEstimator({ charactersPerToken: 4 });

/** The items that are truncated to fit into `maxTokens`, with the tokens of their new parts. */
function sizesOf(
  messages: Readonly<Record<string, Message>>,
  maxTokens: number,
): Readonly<Record<string, number>> {
  const measured = Object.entries(messages).map(([id, message]) => ({
    item: { id, message },
    tokens: estimator.estimate(message),
  }));
  const truncated = Object.entries(truncateOversized(measured, maxTokens, null, estimator));
  const sizes = truncated.map(([id, parts]) => {
    const message = { ...messages[id], parts } as Message;
    return [id, estimator.estimate(message)] as const;
  });
  return Object.fromEntries(sizes);
}

/** The ids of the items that are truncated to fit into 200 tokens. */
function truncated(messages: Readonly<Record<string, Message>>): readonly string[] {
  return Object.keys(sizesOf(messages, 200));
}

test("a text that fits exactly stays whole", () => {
  const text = words(100);
  expect(truncateToTokens(text, 100, estimator)).toBe(text);
  expect(truncateToTokens(text, 99, estimator)).not.toBe(text);
});

test("tool results and user messages are truncated", () => {
  expect(truncated({ result: result("c", 1_000) })).toEqual(["result"]);
  expect(truncated({ user: user(1_000) })).toEqual(["user"]);
});

test("the largest items become equally large, and no smaller than needed", () => {
  const messages = { small: result("a", 100), large: result("b", 600), largest: user(900) };
  const sizes = sizesOf(messages, 1_000);
  expect(Object.keys(sizes).toSorted()).toEqual(["large", "largest"]);
  for (const size of Object.values(sizes)) {
    expect(size).toBeGreaterThan(420);
    expect(size).toBeLessThanOrEqual(450);
  }
});

test("signed reasoning is never truncated, even if it is the largest part", () => {
  const signed: Message = {
    role: "assistant",
    parts: [
      { type: "reasoning", text: words(2_000), signature: "c2lnbmVk" },
      { type: "text", text: words(500) },
    ],
  };
  expect(truncated({ signed, result: result("c", 300) })).toEqual(["result"]);
  expect(truncated({ signed })).toEqual([]);
});

test("the arguments of a call are never truncated, so they stay valid JSON", () => {
  const args = JSON.stringify({ text: words(2_000) });
  const asked = assistantMessage("", [{ callId: "c", name: "write", arguments: args }]);
  expect(truncated({ asked, result: result("c", 300) })).toEqual(["result"]);
  expect(truncated({ asked })).toEqual([]);
});

test("a text is truncated to its limit with few estimates of as much as could fit, whatever its size", () => {
  for (const length of [10_000, 1_000_000]) {
    const estimated: number[] = [];
    const counting = {
      ...estimator,
      estimateText: (text: string): number => {
        estimated.push(text.length);
        return estimator.estimateText(text);
      },
    };
    const text = truncateToTokens("word ".repeat(length / 5), 100, counting);
    expect(estimator.estimateText(text)).toBeLessThanOrEqual(100);
    expect(estimator.estimateText(text)).toBeGreaterThan(80);
    expect(estimated.length).toBeLessThan(6);
    expect(Math.max(...estimated)).toBeLessThanOrEqual(64 * 100);
  }
});
