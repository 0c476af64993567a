import { expect, test } from "vitest";
import { costText } from "../page/display-text.ts";
import { createPageState } from "../page/state.ts";
import { pageDataOf } from "../src/page-data-of.ts";
import { generatedSession } from "./support/generated-session.ts";

test("drops a computed result with its compaction", async () => {
  const state = createPageState(
    await pageDataOf(generatedSession({ messages: 600, compactions: 2 })),
  );
  const { result, trial, tab } = state;
  tab.value = "Try it";
  trial.value = { ...result.value!, name: "computed" };
  expect(result.value?.name).toBe("computed");
  state.openCompaction(0);
  expect(result.value?.name).toBe("recorded");
});

test("writes what a compaction cost", () => {
  const summaryUsage = {
    inputTokens: 18_000,
    outputTokens: 1_000,
    cacheReadTokens: 16_000,
    cacheWriteTokens: 0,
  };
  const cost = { rewrittenTokens: 4_000, summaryCalls: 2, summaryUsage, dollars: 0.0258 };
  expect(costText(cost)).toBe(
    "rewrote 4.0 k tokens · 2 summary calls · 18 k tokens in (16 k from the cache), 1.0 k out · $0.0258",
  );
  const offline = { ...cost, summaryCalls: 0, dollars: null };
  expect(costText(offline)).toBe("rewrote 4.0 k tokens · 0 summary calls");
});
