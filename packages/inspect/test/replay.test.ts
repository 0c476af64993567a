import { createEstimator } from "@cutpoint/core";
import { expect, test } from "vitest";
import { replayThread, type ReplayStep } from "../src/replay.ts";
import { createRequestCosts } from "../src/request-costs.ts";
import { openThread } from "../src/open-thread.ts";
import type { ReplaySettings } from "../src/replay-choices.ts";
import { generatedSession } from "./support/generated-session.ts";

const SETTINGS = { windowTokens: 4_000, policy: "default", summarizer: "extractive" } as const;

async function replay(
  messages: number,
  { compactions = 0, ...changes }: Partial<ReplaySettings> & { readonly compactions?: number } = {},
) {
  const [thread] = generatedSession({ messages, compactions }).threads;
  const { context } = openThread(thread!, true);
  const steps: ReplayStep[] = [];
  for await (const step of replayThread(context, { ...SETTINGS, ...changes })) steps.push(step);
  return { context, steps, costs: steps.at(-1)!.costs };
}

test("compacts before a request, and no request exceeds the trigger", async () => {
  const { context, steps, costs } = await replay(300);
  const found = steps.flatMap((step) => step.found ?? []);
  expect(costs.requests).toBe(steps.length);
  expect(costs.compactions).toBe(found.length);
  expect(found.length).toBeGreaterThan(5);
  expect(costs.largestTokens).toBeLessThanOrEqual(3_000);
  expect(found.every(({ at }) => context.all[at]?.role === "assistant")).toBe(true);
  const estimator = createEstimator();
  for (const [index, { before, after }] of found.entries()) {
    const tokens = (after ?? []).reduce((sum, message) => sum + estimator.estimate(message), 0);
    expect(tokens).toBeLessThanOrEqual(2_700);
    const previous = found[index - 1]?.after ?? [];
    expect(before.slice(0, previous.length)).toEqual(previous);
  }
});

test("shows the messages that stay as those of the thread", async () => {
  const { context, steps } = await replay(300);
  const { after, at } = steps.find(({ found }) => found !== null)!.found!;
  const newest = context.all.slice(0, at).at(-1)!;
  expect(after!.at(-1)).toBe(newest);
});

test("leaves out reported usage, which measured other requests", async () => {
  const [thread] = generatedSession({ messages: 20, compactions: 0 }).threads;
  const items = thread!.items.map(({ id, message }) => ({
    id,
    message:
      message.role === "assistant"
        ? { ...message, usage: { inputTokens: 900_000, outputTokens: 10 } }
        : message,
  }));
  const { context } = openThread({ ...thread!, items }, true);
  const found = [];
  for await (const step of replayThread(context, SETTINGS))
    found.push(...(step.found ? [step] : []));
  expect(found).toEqual([]);
});

test("a larger window needs fewer compactions, and a policy decides how full it gets", async () => {
  const normal = (await replay(300)).costs;
  const { compactions } = (await replay(300, { windowTokens: 16_000 })).costs;
  expect(compactions).toBeLessThan(normal.compactions);
  const economy = (await replay(300, { policy: "economy" })).costs;
  expect(economy.largestTokens).toBeLessThanOrEqual(2_000);
  const large = { windowTokens: 128_000 } as const;
  const late = (await replay(1_800, { ...large, policy: "late" })).costs;
  expect(late.largestTokens).toBeGreaterThan((await replay(1_800, large)).costs.largestTokens);
});

test("without a summary, only user text and file lists replace what is compacted", async () => {
  const { steps } = await replay(300, { summarizer: "none" });
  const { after, method } = steps.find(({ found }) => found !== null)!.found!;
  expect(method).toBe("none");
  expect(JSON.stringify(after)).toContain("Earlier messages were removed.");
});

test("counts what is read from the cache and written to it", () => {
  const costs = createRequestCosts(1_000);
  costs.add(400);
  expect(costs.request(null)).toMatchObject({ cost: 500, costWithout: 500, tooLarge: 0 });
  costs.add(800);
  const receipt = { tokensAfter: 600, commonPrefixTokens: 100 };
  expect(costs.request(receipt as Parameters<typeof costs.request>[0])).toEqual({
    requests: 2,
    compactions: 1,
    largestTokens: 600,
    cost: 500 + 10 + 625,
    costWithout: 500 + 40 + 1_000,
    tooLarge: 1,
  });
});
