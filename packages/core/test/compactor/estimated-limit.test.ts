import { describe, expect, test } from "vitest";
import { estimatedLimit } from "../../src/compactor/estimated-limit.ts";
import { userMessage } from "../../src/message/message.ts";
import { createEstimator } from "../../src/tokens/estimator.ts";

describe("estimatedLimit", () => {
  const limitOf = (text: string, budgetTokens: number): number =>
    estimatedLimit([userMessage(text)], budgetTokens, createEstimator());

  test.each(["/srv/app/kx-41/main.ts:17\n", "请读取所有文件。", "HKDF_SHA256="])(
    "leaves 7.5 %% free for text that estimates can be too low for: %s",
    (text) => {
      expect(limitOf(text.repeat(80), 1_000)).toBe(925);
      expect(limitOf(text.repeat(80), 100_000)).toBe(93_500);
    },
  );

  test("leaves less free the more of a text is common words, and never less than nothing", () => {
    const words = " they read all of the files and went home";
    const data = "/srv/kx-41/main.ts:17\n";
    const limits = [0, 10, 40, 160].map((count) =>
      limitOf(data.repeat(40) + words.repeat(count), 1_000),
    );
    expect(limits).toEqual([...new Set(limits)].toSorted((a, b) => a - b));
    expect(limitOf(words.repeat(80), 1_000)).toBe(1_000);
    expect(limitOf(words.repeat(80), 100_000)).toBe(100_000);
  });

  test("leaves 7.5 % free for no messages", () => {
    expect(estimatedLimit([], 1_000, createEstimator())).toBe(925);
  });
});
