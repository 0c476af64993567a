import type { Item } from "@cutpoint/core";
import { createCompactor, userMessage } from "@cutpoint/core";
import { createExtractiveSummarizer } from "@cutpoint/extractive";
import { describe, expect, test } from "vitest";
import { samples } from "../src/estimator/samples.ts";
import { countTokens } from "./support/reference-estimator.ts";

const WINDOW_TOKENS = 16_000;

describe.each(samples)("a conversation of $kind only", ({ text }) => {
  test("is compacted before it exceeds the window", async () => {
    const compactor = createCompactor({ summarizer: createExtractiveSummarizer() });
    const request = { windowTokens: WINDOW_TOKENS };
    const items: Item[] = [];
    const exact = countTokens(text);
    const plan = async () => compactor.plan({ items, state: null }, request);
    while ((await plan()).type === "no-plan")
      items.push({ id: String(items.length), message: userMessage(text) });
    expect((await plan()).type).toBe("plan");
    expect(items.length * exact).toBeLessThan(WINDOW_TOKENS);
  });
});
