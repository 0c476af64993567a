import { startProvider, type Step } from "@cutpoint/provider-sim";
import { createMemoryStore } from "@cutpoint/store-memory";
import { MemorySession } from "@openai/agents-core";
import { expect, test } from "vitest";
import { createAgentsModelSummarizer } from "../../src/agents-model-summarizer.ts";
import { withCompaction } from "../../src/model/with-compaction.ts";
import { createCompactingSession } from "../../src/session/create-compacting-session.ts";
import { createSessionRunner } from "../../src/session/session-runner.ts";
import { agentWith, filler, openAI, runnerOf } from "../support/run-agent.ts";

const TURNS = 120;
const windowTokens = 8000;
const policy = { windowTokens };
const ANSWER = "Very well.";
const agent = agentWith(undefined);

/** The answers of a model that cannot summarize. */
const FAILURES: Readonly<Record<string, Step>> = {
  "plain prose": "They talked about many parts of it, one after the other.",
  "a missing heading": "## Goal\n- To know all parts of it.",
  "HTTP 500": { type: "failure", failure: "server-error" },
  timeout: { type: "answer", text: "Too late.", delayMs: 60_000 },
};

const parts = ["decorator", "session runner"] as const;
const cases = parts.flatMap((part) => Object.keys(FAILURES).map((name) => ({ part, name })));

test.concurrent.each(cases)(
  "$part: 120 turns end though each summary of a model fails by $name",
  async ({ part, name }) => {
    const failure = FAILURES[name] ?? "";
    await using summaries = await startProvider({ windowTokens: 100_000, script: () => failure });
    await using simulated = await startProvider({ windowTokens, script: () => ANSWER });
    const failed: string[] = [];
    const options = {
      policy,
      summarizer: createAgentsModelSummarizer(openAI(summaries.url, "chat").getModel("small"), {
        retries: 0,
        timeoutMs: 50,
      }),
      onEvent: ({ type }: { readonly type: string }) => {
        if (type === "failed" || type === "summary-failed") failed.push(type);
      },
    };
    const modelProvider = openAI(simulated.url, "responses");
    const stored = createCompactingSession({
      store: createMemoryStore(),
      sessionId: "one",
      ...options,
    });
    const session = part === "session runner" ? stored : new MemorySession();
    const runner =
      part === "session runner"
        ? createSessionRunner(stored, { model: "any", modelProvider, tracingDisabled: true })
        : runnerOf(withCompaction(modelProvider, options));
    for (let turn = 1; turn <= TURNS; turn += 1)
      expect((await runner.run(agent, filler(turn, 120), { session })).finalOutput).toBe(ANSWER);
    expect(failed).toContain("summary-failed");
    expect(failed).not.toContain("failed");
    expect(simulated.requests().every(({ outcome }) => outcome.type === "answered")).toBe(true);
  },
  60_000,
);
