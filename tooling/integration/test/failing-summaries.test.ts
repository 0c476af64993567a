import { startProvider, type Step } from "@cutpoint/provider-sim";
import { describe, expect, test } from "vitest";
import { type FrameworkHost, frameworkHosts } from "./support/framework-hosts.ts";
import { plainSummaries, summaryFailures } from "./support/summary-failures.ts";

const TURNS = 60;
const ANSWER = "Very well.";

const filler = (turn: number): string =>
  `Question ${turn}: ${`what about part ${turn} of it? `.repeat(36)}`;

/** Talks for 60 turns while each summary of the model is one of these steps. Returns the types of all events. */
async function talk(
  host: FrameworkHost,
  windowTokens: number,
  steps: readonly Step[],
): Promise<readonly string[]> {
  let calls = 0;
  await using summaries = await startProvider({
    windowTokens: 100_000,
    script: () => steps[calls++ % steps.length] ?? "",
  });
  await using answers = await startProvider({ windowTokens, script: () => ANSWER });
  const events: string[] = [];
  const conversation = host.open(answers.url, {
    // Compacts early, since the simulated provider counts each request exactly, which takes its time.
    policy: {
      windowTokens,
      trigger: { type: "share", share: 0.4 },
      keep: { type: "tokens", tokens: windowTokens / 10 },
    },
    summarizer: await host.summarizer(summaries.url),
    onEvent: ({ type }) => events.push(type),
  });
  for (let turn = 1; turn <= TURNS; turn += 1)
    expect(await conversation.ask(filler(turn))).toBe(ANSWER);
  expect(answers.requests().every(({ outcome }) => outcome.type === "answered")).toBe(true);
  expect(await conversation.countStored()).toBe(2 * TURNS);
  expect(events).not.toContain("failed");
  expect(countOf(events, "applied")).toBeGreaterThan(2);
  // One call and one correction; up to four if the model's own window is too small. The client's retries add none.
  expect(summaries.requests().length).toBeLessThanOrEqual(4 * countOf(events, "started"));
  return events;
}

const countOf = (events: readonly string[], name: string): number =>
  events.filter((type) => type === name).length;

const matrix = (steps: Readonly<Record<string, Step>>) =>
  [8000, 16_000].flatMap((windowTokens) =>
    Object.entries(steps).map(([name, step]) => ({ name, step, windowTokens })),
  );

describe.each(frameworkHosts)("an agent of $name talks for 60 turns", (host) => {
  // The other host takes twice the time.
  const tags = host.name === "OpenAI Agents" ? [] : ["long"];
  test("if its summaries fail in every way, one after the other", { tags }, async () => {
    const events = await talk(host, 8000, Object.values(summaryFailures));
    expect(countOf(events, "summary-failed")).toBeGreaterThan(2);
  });

  test.each(matrix(summaryFailures))(
    "in $windowTokens tokens if each summary is $name",
    { tags: ["long"] },
    async ({ step, windowTokens }) => {
      const events = await talk(host, windowTokens, [step]);
      expect(countOf(events, "summary-failed")).toBeGreaterThanOrEqual(countOf(events, "applied"));
    },
  );

  test.each(matrix(plainSummaries))(
    "in $windowTokens tokens if each summary is $name",
    { tags: ["long"] },
    async ({ step, windowTokens }) => {
      const events = await talk(host, windowTokens, [step]);
      expect(countOf(events, "summary-failed")).toBe(0);
    },
  );
});
