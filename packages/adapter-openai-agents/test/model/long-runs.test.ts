import type { CompactionEvent } from "@cutpoint/core";
import { type Provider, startProvider } from "@cutpoint/provider-sim";
import { MemorySession } from "@openai/agents-core";
import { describe, expect, test } from "vitest";
import { createAgentsSummarizer } from "../../src/summarizer.ts";
import { withCompaction } from "../../src/model/with-compaction.ts";
import { agentWith, filler, lookUp, openAI, runnerOf, talk } from "../support/run-agent.ts";

/** Requests that the provider refused for another reason than their size. */
function broken(provider: Provider): readonly unknown[] {
  return provider
    .requests()
    .map(({ outcome }) => outcome)
    .filter(
      (outcome) => outcome.type === "refused" && !/context-(window|limit)$/.test(outcome.rule),
    );
}

describe.each(["responses", "chat"] as const)("an agent on %s", (api) => {
  test("stays within the window for 16 turns with tools, and its session keeps every item", async () => {
    let asked = 0;
    await using simulated = await startProvider({
      windowTokens: 2000,
      script: ({ messages }) => {
        if (messages.at(-1)?.role === "tool") return `The answer to ${asked} is ${asked * 7}.`;
        asked += 1;
        return {
          type: "answer",
          reasoning: "Let me see.",
          calls: [{ name: "look_up", arguments: `{"key":"k${asked}"}` }],
        };
      },
    });
    const events: CompactionEvent[] = [];
    const provider = withCompaction(openAI(simulated.url, api), {
      policy: { windowTokens: 2000 },
      onEvent: (event) => events.push(event),
    });
    const runner = runnerOf(provider);
    const session = new MemorySession();
    for (let turn = 1; turn <= 16; turn += 1) {
      const stream = await runner.run(agentWith(undefined, [lookUp()]), filler(turn), {
        session,
        stream: true,
      });
      await stream.completed;
    }
    expect(broken(simulated)).toEqual([]);
    expect(simulated.requests().every(({ outcome }) => outcome.type === "answered")).toBe(true);
    expect(events.filter(({ type }) => type === "applied").length).toBeGreaterThan(2);
    const stored = await session.getItems();
    const asks = stored.filter((item) => "role" in item && item.role === "user");
    expect(asks.map((item) => ("content" in item ? item.content : null))).toEqual(
      Array.from({ length: 16 }, (_, index) => filler(index + 1)),
    );
    expect(stored.filter(({ type }) => type === "function_call_result")).toHaveLength(16);
    expect(JSON.stringify(simulated.requests().at(-1)?.messages)).toContain("Question 16");
  });

  test("recovers if the window is unknown", async () => {
    await using simulated = await startProvider({ windowTokens: 2000 });
    const runner = runnerOf(withCompaction(openAI(simulated.url, api)));
    const session = new MemorySession();
    for (let turn = 1; turn <= 20; turn += 1) {
      const { finalOutput } = await runner.run(agentWith(undefined), filler(turn, 120), {
        session,
      });
      expect(finalOutput).toBe("OK.");
    }
    const refused = simulated.requests().filter(({ outcome }) => outcome.type === "refused");
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThan(15);
    expect(broken(simulated)).toEqual([]);
    expect(await session.getItems()).toHaveLength(40);
  });

  test.each(["overflow", "stream-overflow"] as const)(
    "the usage of a request that was too large is added once, with its own endpoint: %s",
    async (failure) => {
      await using simulated = await startProvider({
        windowTokens: 30_000,
        script: [{ type: "failure", failure }, "Here."],
      });
      const runner = runnerOf(
        withCompaction(openAI(simulated.url, api), {
          policy: { keep: { type: "tokens", tokens: 100 }, minimumProgress: 0 },
        }),
      );
      const stream = await runner.run(agentWith(undefined), talk(10), { stream: true });
      await stream.completed;
      const { requests, requestUsageEntries = [] } = stream.state.usage;
      expect(requests).toBe(2);
      expect(requestUsageEntries).toHaveLength(2);
      expect(requestUsageEntries.at(-1)?.endpoint).toBe("cutpoint.overflow");
    },
  );

  test("makes its summaries with a model of the SDK", async () => {
    await using simulated = await startProvider({
      windowTokens: 4000,
      script: ({ messages }) => {
        const prompt = JSON.stringify(messages.at(-1));
        return prompt.includes("## ") ? summaryFor(prompt) : "Very well.";
      },
    });
    const inner = openAI(simulated.url, api);
    const methods: string[] = [];
    const provider = withCompaction(inner, {
      policy: { windowTokens: 4000 },
      summarizer: createAgentsSummarizer(inner.getModel("small"), {
        name: "small",
        windowTokens: 4000,
        maxOutputTokens: 800,
      }),
      onEvent: (event) => {
        if (event.type === "applied") methods.push(event.receipt.method);
      },
    });
    const session = new MemorySession();
    let summaries = 0;
    for (let turn = 1; turn <= 25; turn += 1) {
      const { state } = await runnerOf(provider).run(agentWith(undefined), filler(turn, 120), {
        session,
      });
      for (const { endpoint, inputTokens } of state.usage.requestUsageEntries ?? [])
        if (endpoint === "cutpoint.summary" && inputTokens > 0) summaries += 1;
    }
    expect(methods).toContain("small");
    expect(summaries).toBeGreaterThan(0);
    expect(broken(simulated)).toEqual([]);
  });
});

/** A valid answer to a summary prompt. */
function summaryFor(prompt: string): string {
  const headings = [...new Set(prompt.match(/## [A-Z][A-Za-z &]+/g) ?? [])];
  return headings.map((heading) => `${heading}\n- It was said.`).join("\n\n");
}
