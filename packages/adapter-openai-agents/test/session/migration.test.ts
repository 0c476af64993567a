import type { CompactionEvent } from "@cutpoint/core";
import { startProvider, type Provider, type Step } from "@cutpoint/provider-sim";
import {
  type AgentInputItem,
  MemorySession,
  Runner,
  type Session,
  type SessionInputCallback,
} from "@openai/agents-core";
import { OpenAIResponsesCompactionSession } from "@openai/agents-openai";
import OpenAI from "openai";
import { describe, expect, test } from "vitest";
import { createAgentsSummarizer } from "../../src/summarizer.ts";
import { createCompactingSession } from "../../src/session/create-compacting-session.ts";
import { agentWith, openAI } from "../support/run-agent.ts";

const ANSWER = "It is on the upper shelf, beside the others, and has been there for long. ".repeat(
  4,
);
const SUMMARY = "## Goal\nTo find things.\n\n## Progress\nAll are on the upper shelf.";

type Theirs = ConstructorParameters<typeof OpenAIResponsesCompactionSession>[0];
type RunnerConfig = ConstructorParameters<typeof Runner>[0];
type Ours = Omit<Parameters<typeof createCompactingSession>[0], "session" | "store">;

/** A provider whose model `summarizer` writes summaries, or fails. */
async function provider(options: { readonly fails?: boolean } = {}): Promise<Provider> {
  return startProvider({
    windowTokens: 100_000,
    script: ({ model }): Step => {
      if (model !== "summarizer" && model !== "gpt-summarizer") return ANSWER;
      return options.fails === true ? { type: "failure", failure: "server-error" } : SUMMARY;
    },
  });
}

/** Runs turns, and returns the sizes of the stored session after each. */
async function run(simulated: Provider, session: Session, turns: number) {
  const modelProvider = openAI(simulated.url, "responses");
  const runner = new Runner({ model: "any", modelProvider, tracingDisabled: true });
  const sizes: number[] = [];
  for (let turn = 1; turn <= turns; turn += 1) {
    await runner.run(agentWith(undefined), `Question ${turn}?`, { session });
    sizes.push((await session.getItems()).length);
  }
  return sizes;
}

function theirs({ url }: Provider, options: Partial<Theirs> = {}) {
  const underlyingSession = new MemorySession();
  const client = new OpenAI({ apiKey: "none", baseURL: `${url}/v1`, maxRetries: 0 });
  const session = new OpenAIResponsesCompactionSession({
    client,
    underlyingSession,
    model: "gpt-summarizer",
    compactionMode: "input",
    ...options,
  });
  return { session, underlyingSession };
}

function ours(options: Ours = {}) {
  const underlyingSession = new MemorySession();
  const session = createCompactingSession({
    session: underlyingSession,
    ...options,
    policy: { windowTokens: 100_000, minimumProgress: 0, ...(options.policy as object) },
  });
  return { session, underlyingSession };
}

/** The rows of "Migrating from `OpenAIResponsesCompactionSession`" in the README, each with the option on both. */
describe("the table of migration is true", { tags: ["long"] }, () => {
  test("underlyingSession: theirs has its items replaced, ours keeps them", async () => {
    await using simulated = await provider();
    const policy = {
      trigger: { type: "items", items: 20 },
      keep: { type: "tokens", tokens: 100 },
    } as const;
    const [there, here] = [theirs(simulated), ours({ policy })];
    await run(simulated, there.session, 12);
    await run(simulated, here.session, 12);
    expect((await there.underlyingSession.getItems()).length).toBeLessThan(24);
    expect(await here.underlyingSession.getItems()).toHaveLength(24);
    expect((await here.session.getItems()).length).toBeLessThan(24);
  });

  test("shouldTriggerCompaction: by default theirs starts with 10 items of the model, ours with a share of the window", async () => {
    await using simulated = await provider();
    const sizes = await run(simulated, theirs(simulated).session, 11);
    expect(sizes.slice(0, 9)).toEqual([2, 4, 6, 8, 10, 12, 14, 16, 18]);
    expect(sizes[9]).toBeLessThan(20);
    expect((await run(simulated, ours().session, 11)).at(-1)).toBe(22);
  });

  test("shouldTriggerCompaction: a trigger in items starts at about the same turn", async () => {
    await using simulated = await provider();
    const shouldTriggerCompaction: Theirs["shouldTriggerCompaction"] = ({ sessionItems }) =>
      sessionItems.length > 12;
    const policy = {
      trigger: { type: "items", items: 12 },
      keep: { type: "tokens", tokens: 40 },
    } as const;
    const turnOf = (sizes: readonly number[]): number =>
      sizes.findIndex((size, at) => size < 2 * at + 2);
    const there = turnOf(
      await run(simulated, theirs(simulated, { shouldTriggerCompaction }).session, 10),
    );
    const here = turnOf(await run(simulated, ours({ policy }).session, 10));
    expect(there).toBe(6);
    expect(here).toBe(there);
  });

  test("model: theirs takes names of OpenAI only, ours any model", async () => {
    await using simulated = await provider();
    expect(() => theirs(simulated, { model: "summarizer" })).toThrow(/model/iu);
    const model = await openAI(simulated.url, "chat").getModel("summarizer");
    const { session } = ours({
      summarizer: createAgentsSummarizer(model),
      policy: { trigger: { type: "items", items: 12 }, keep: { type: "tokens", tokens: 40 } },
    });
    await run(simulated, session, 8);
    expect(JSON.stringify(await session.getItems())).toContain("All are on the upper shelf.");
  });

  test("maxRollbackItems: theirs refuses a longer history, ours has no limit", async () => {
    await using simulated = await provider();
    await expect(
      run(simulated, theirs(simulated, { maxRollbackItems: 5 }).session, 11),
    ).rejects.toThrow(/maxRollbackItems/u);
  });

  test("runCompaction with force: both compact below the trigger", async () => {
    await using simulated = await provider();
    const [there, here] = [
      theirs(simulated),
      ours({ policy: { keep: { type: "tokens", tokens: 40 } } }),
    ];
    for (const { session } of [there, here]) {
      const before = (await run(simulated, session, 9)).at(-1) ?? 0;
      await session.runCompaction({ force: true });
      expect((await session.getItems()).length).toBeLessThan(before);
    }
  });

  test("a failed compaction: theirs rejects the run, ours calls onEvent", async () => {
    await using simulated = await provider({ fails: true });
    await using full = await startProvider({ windowTokens: 10, script: [] }); // refuses to compact
    await expect(run(simulated, theirs(full).session, 11)).rejects.toThrow(/context window/u);
    const events: string[] = [];
    const model = await openAI(simulated.url, "chat").getModel("summarizer");
    const { session } = ours({
      summarizer: () => createAgentsSummarizer(model, { retries: 0 }), // a function, so that nothing follows it
      policy: { trigger: { type: "items", items: 12 }, keep: { type: "tokens", tokens: 40 } },
      onEvent: ({ type }: CompactionEvent | { type: string }) => void events.push(type),
    });
    expect(await run(simulated, session, 8)).toHaveLength(8);
    expect(events).toContain("failed");
  });

  const text = (item: AgentInputItem): string =>
    /Question \d|OWN SUMMARY|CHANGED/u.exec(JSON.stringify(item))?.[0] ?? "answer";
  const summary: AgentInputItem = { type: "message", role: "user", content: "OWN SUMMARY" };
  const changed = (item: AgentInputItem): AgentInputItem =>
    "role" in item && item.role === "user" ? { ...item, content: "CHANGED" } : item;

  test.each<[string, RunnerConfig, SessionInputCallback | undefined, readonly string[]]>([
    [
      "sessionInputCallback that adds a summary: it is stored",
      {},
      (history, added) => [summary, ...history.slice(-1), ...added],
      ["OWN SUMMARY", "Question 1", "answer", "Question 2", "answer"],
    ],
    [
      "callModelInputFilter that adds a summary: each run stores it",
      {
        callModelInputFilter: ({ modelData }) => ({
          ...modelData,
          input: [summary, ...modelData.input],
        }),
      },
      undefined,
      ["OWN SUMMARY", "Question 1", "answer", "OWN SUMMARY", "Question 2", "answer"],
    ],
    [
      "callModelInputFilter that changes questions: they are stored changed",
      {
        callModelInputFilter: ({ modelData }) => ({
          ...modelData,
          input: modelData.input.map(changed),
        }),
      },
      undefined,
      ["CHANGED", "answer", "CHANGED", "answer"],
    ],
  ])("%s", async (_row, config, sessionInputCallback, stored) => {
    await using simulated = await provider();
    const session = new MemorySession();
    const modelProvider = openAI(simulated.url, "responses");
    const runner = new Runner({ model: "any", modelProvider, tracingDisabled: true, ...config });
    for (const question of ["Question 1", "Question 2"])
      await runner.run(agentWith(undefined), question, {
        session,
        ...(sessionInputCallback && { sessionInputCallback }),
      });
    expect((await session.getItems()).map(text)).toEqual(stored);
    // Ours gets the same input, and stores the questions.
    const own = ours({
      policy: { trigger: { type: "items", items: 3 }, keep: { type: "tokens", tokens: 40 } },
    });
    await run(simulated, own.session, 4);
    const questions = (await own.underlyingSession.getItems()).map(text);
    expect(questions.filter((each) => each !== "answer")).toHaveLength(4);
  });
});
