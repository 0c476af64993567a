import { startProvider, type Step } from "@cutpoint/provider-sim";
import { createMemoryStore } from "@cutpoint/store-memory";
import { MemorySession } from "@openai/agents-core";
import { expect, test } from "vitest";
import { createAgentsModelSummarizer } from "../../src/agents-model-summarizer.ts";
import { withCompaction } from "../../src/model/with-compaction.ts";
import { createCompactingSession } from "../../src/session/create-compacting-session.ts";
import { createCompactedRunner } from "../../src/session/compacted-runner.ts";
import { agentWith, filler, openAI, runnerOf } from "../support/run-agent.ts";

const TURNS = 120;
const windowTokens = 8000;
/** Compacts early, since the simulated provider counts each request exactly, which takes its time. */
const policy = { windowTokens, trigger: { type: "share", share: 0.4 }, keepTokens: 800 } as const;
const ANSWER = "Very well.";
const agent = agentWith(undefined);

/** The answers of a model that cannot summarize. */
const FAILURES: Readonly<Record<string, Step>> = {
  "plain prose": "They talked about many parts of it, one after the other.",
  "a missing heading": "## Goal\n- To know all parts of it.",
  "HTTP 500": { type: "failure", failure: "server-error" },
  timeout: { type: "answer", text: "Too late.", delayMs: 60_000 },
};

const kinds = Object.values(FAILURES);

/** A model summarizer whose calls fail by these kinds, one after the other. */
async function failingSummarizer(failures: readonly Step[]) {
  let calls = 0;
  const provider = await startProvider({
    windowTokens: 100_000,
    script: () => failures[calls++ % failures.length] ?? "",
  });
  const model = openAI(provider.url, "chat").getModel("small");
  const summarizer = createAgentsModelSummarizer(model, { retries: 0, timeoutMs: 50 });
  return { summarizer, [Symbol.asyncDispose]: () => provider[Symbol.asyncDispose]() };
}

type Failing = { readonly name: string; readonly part: string; readonly steps: readonly Step[] };

const alone: readonly Failing[] = Object.entries(FAILURES).map(([name, step]) => ({
  name,
  part: "decorator",
  steps: [step],
}));
const mixed: Failing = { name: "all of these in turn", part: "session runner", steps: kinds };

test.each([mixed])("$part: 120 turns end though summaries of a model fail by $name", talk);

test.each(alone)(
  "$part: 120 turns end though each summary of a model fails by $name",
  { tags: ["long"] },
  talk,
);

async function talk({ part, steps }: Failing): Promise<void> {
  await using failing = await failingSummarizer(steps);
  await using simulated = await startProvider({ windowTokens, script: () => ANSWER });
  const failed: string[] = [];
  const options = {
    policy,
    summarizer: failing.summarizer,
    onEvent: ({ type }: { readonly type: string }) => {
      if (type === "failed" || type === "summary-failed") failed.push(type);
    },
  };
  const modelProvider = openAI(simulated.url, "responses");
  const store = createMemoryStore();
  const stored = createCompactingSession({ store, sessionId: "one", ...options });
  const isStored = part === "session runner";
  const session = isStored ? stored : new MemorySession();
  const runner = isStored
    ? createCompactedRunner({
        provider: modelProvider,
        config: { model: "any", tracingDisabled: true },
      })
    : runnerOf(withCompaction(modelProvider, options));
  for (let turn = 1; turn <= TURNS; turn += 1)
    expect((await runner.run(agent, filler(turn, 120), { session })).finalOutput).toBe(ANSWER);
  expect(failed).toContain("summary-failed");
  expect(failed).not.toContain("failed");
  expect(simulated.requests().every(({ outcome }) => outcome.type === "answered")).toBe(true);
}
