import { createCharacterEstimator } from "@cutpoint/core";
import { beforeAll, describe, expect, test } from "vitest";
import { tuningPage } from "../src/page/tuning-page.ts";
import { isOnFrontier, recommend } from "../src/replay/frontier.ts";
import { sampleOf } from "../src/replay/sample.ts";
import { type Tuning, tunePolicies } from "../src/replay/tune.ts";
import { generatedSession, step, transcriptOf } from "./support/boats.ts";

const windowTokens = 4_000;
const session = { ...generatedSession(1), id: "boats <1>" };

describe("tunePolicies", () => {
  const progress: (readonly [number, number])[] = [];
  let tuning: Tuning;

  beforeAll(async () => {
    tuning = await tunePolicies([session, transcriptOf(step("a", "b.ts", "short"))], {
      windowTokens,
      onProgress: (done, of) => progress.push([done, of]),
    });
  });

  test("measures each policy on the sessions that are longer than the window", () => {
    const { policies, sessions } = tuning;
    expect(sessions.map(({ id }) => id)).toEqual([session.id]);
    expect(policies.length).toBeGreaterThan(3);
    expect(progress).toEqual(policies.map((_, place) => [place, policies.length]));
    for (const { compactions, cost, kept, largestTokens, aboveWindow } of policies) {
      expect(compactions).toBeGreaterThan(0);
      expect(cost).toBeGreaterThan(0.5);
      expect(kept).toBeGreaterThan(0.1);
      expect(largestTokens > windowTokens).toBe(aboveWindow > 0);
    }
  });

  test("the cheapest comes first, and the recommended one is on the frontier", () => {
    const costs = tuning.policies.map(({ cost }) => cost);
    expect(costs).toEqual(costs.toSorted((a, b) => a - b));
    expect(tuning.policies.filter((one) => one.isOnFrontier)).toContain(tuning.recommended);
  });

  test("the page shows each policy, the recommended one and the sessions", () => {
    const page = tuningPage(tuning);
    for (const { name } of tuning.policies) expect(page).toContain(`>${name}</text>`);
    expect(page).toContain(`Recommended: ${tuning.recommended?.name}`);
    expect(page).toContain("boats &lt;1&gt;");
    expect(page).not.toContain("NaN");
    const labels = page.matchAll(/text-anchor="end">([^<]*) %</g);
    const ticks = Array.from(labels, ([, label]) => Number(label));
    const step = Math.abs((ticks[1] ?? 0) - (ticks[0] ?? 0));
    expect(step).toBeGreaterThan(0);
    // Round numbers.
    for (const tick of ticks) expect(tick / step).toBeCloseTo(Math.round(tick / step), 6);
  });
});

test("the frontier has no policy that another one within the window beats", () => {
  const measured = [
    { cost: 1, kept: 0.5, aboveWindow: 0 },
    { cost: 2, kept: 0.88, aboveWindow: 0 },
    { cost: 2, kept: 0.87, aboveWindow: 0 },
    { cost: 3, kept: 0.85, aboveWindow: 0 },
    { cost: 4, kept: 0.9, aboveWindow: 0 },
    { cost: 1, kept: 0.99, aboveWindow: 2 },
  ];
  const all = measured.map((one) => ({ ...one, isOnFrontier: isOnFrontier(one, measured) }));
  expect(all.map((one) => one.isOnFrontier)).toEqual([true, true, false, false, true, false]);
});

test("the cheapest policy is recommended that surely keeps about as much as the best", () => {
  const policy = (cost: number, aboveWindow: number, ...keptAt: readonly number[]) => {
    const kept = keptAt.reduce((sum, each) => sum + each, 0) / keptAt.length;
    return { cost, aboveWindow, kept, keptAt };
  };
  const best = policy(4, 0, 0.9, 0.9);
  const close = policy(2, 0, 0.89, 0.89);
  const uneven = policy(1, 0, 0.96, 0.8);
  const large = policy(0.5, 1, 0.9, 0.9);
  expect(recommend([large, uneven, close, best])).toBe(close);
  expect(recommend([uneven, best])).toBe(best);
  expect(recommend([large])).toBeNull();
});

test("a window that no session exceeds is rejected with one that fits", async () => {
  await expect(tunePolicies([session], { windowTokens: 50_000 })).rejects.toThrow(
    /^windowTokens is 50000: expected less than the longest session, which has \d+ tokens; with \d000 it is filled twice$/u,
  );
});

test("without a window, the longest session fills it twice", async () => {
  const { windowTokens: chosen, sessions } = await tunePolicies([session]);
  expect(chosen).toBe(Math.floor((sessions[0]?.tokens ?? 0) / 2_000) * 1_000);
  const short = transcriptOf(step("a", "b.ts", "short"));
  await expect(tunePolicies([short])).rejects.toThrow(
    /^the longest session has \d+ tokens: expected at least 4000$/u,
  );
});

test("sessions without a later use of an earlier name are rejected", async () => {
  const words = Array.from({ length: 400 }, () => "sails rope water harbour").join(" ");
  const steps = ["a", "b", "c", "d"].flatMap((id) => step(id, `${id}.ts`, words));
  await expect(tunePolicies([transcriptOf(steps)])).rejects.toThrow(
    /^no answer uses a name, path or number of an earlier message again: expected longer sessions$/u,
  );
});

test("the newest 3 windows of the longest sessions are sampled, up to 300,000 tokens", () => {
  const estimator = createCharacterEstimator();
  const long = (id: string, kilobytes: number) => {
    const steps = Array.from({ length: kilobytes }, (_, index) =>
      step(`${id}${index}`, "a.ts", "x".repeat(1_000)),
    );
    return transcriptOf(steps.flat(), { id });
  };
  const sample = sampleOf([session, long("b", 500), long("a", 900)], 60_000, estimator);
  expect(sample.map(({ transcript }) => transcript.id)).toEqual(["a", "b"]);
  const sizes = sample.map(({ tokens }) => tokens);
  expect(sizes[0]).toBeGreaterThan(160_000);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(180_000);
  expect(sizes[1]).toBeLessThanOrEqual(300_000 - (sizes[0] ?? 0));
  for (const { transcript } of sample) expect(transcript.messages[0]?.role).toBe("assistant");
});
