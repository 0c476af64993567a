import type { CompactionEvent, Policy } from "@cutpoint/core";
import { HumanMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";
import { type AnyAgentMiddleware, createAgent } from "langchain";
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  type CompactionMiddlewareOptions,
  createCompactionMiddleware,
} from "../../src/agent/compaction-middleware.ts";
import { type CompactionSizes, withSizes } from "../../src/agent/context-size.ts";
import { broken, chatModel, filler, provider, wordsOf } from "./rig.ts";

const THREAD = { configurable: { thread_id: "one" } };

function agentWith(url: string, middleware: AnyAgentMiddleware, windowTokens?: number) {
  const model = chatModel("openai-chat", url, windowTokens === undefined ? {} : { windowTokens });
  return createAgent({
    model,
    tools: [],
    checkpointer: new MemorySaver(),
    middleware: [middleware],
  });
}

const LONG_ANSWER = "It is on the upper shelf, beside the others. ".repeat(60);

const question = (turn: number): { messages: HumanMessage[] } => ({
  messages: [new HumanMessage(filler(turn))],
});

afterEach(() => vi.unstubAllEnvs());

const OWN: Policy = { keep: { type: "turns", turns: 1 } };

describe("sizes in LangChain's words", () => {
  test.each<[CompactionSizes, Policy]>([
    [{}, OWN],
    [
      { trigger: { tokens: 4000 }, keep: { tokens: 900 } },
      {
        keep: { type: "tokens", tokens: 900 },
        trigger: { type: "tokens", tokens: 4000 },
      },
    ],
    [
      { trigger: [{ fraction: 0.8 }, { tokens: 10, messages: 5 }], keep: { fraction: 0.3 } },
      {
        keep: { type: "share", share: 0.3 },
        trigger: {
          type: "any",
          of: [
            { type: "share", share: 0.8 },
            {
              type: "all",
              of: [
                { type: "tokens", tokens: 10 },
                { type: "items", items: 5 },
              ],
            },
          ],
        },
      },
    ],
    [{ keep: { messages: 20 } }, { keep: { type: "items", items: 20 } }],
  ])("%j", (sizes, policy) => {
    expect(withSizes(OWN, sizes)).toEqual(policy);
  });

  test("a size to keep takes precedence over that of the policy", () => {
    const keep = { tokens: 900 };
    expect(withSizes(OWN, { keep })).toEqual({ keep: { type: "tokens", tokens: 900 } });
  });

  test("compact without a known window, and keep that many messages", async () => {
    await using simulated = await provider(100_000);
    const kept: number[] = [];
    const middleware = createCompactionMiddleware({
      trigger: { messages: 8 },
      keep: { messages: 3 },
      onEvent: (event) => event.type === "planned" && kept.push(event.plan.kept.length),
    });
    const agent = agentWith(simulated.url, middleware);
    for (let turn = 1; turn <= 12; turn += 1) await agent.invoke(question(turn), THREAD);
    expect(kept.length).toBeGreaterThan(1);
    expect(new Set(kept)).toEqual(new Set([3]));
    expect(broken(simulated)).toEqual([]);
  });

  test("the context of a call replaces them for that call", async () => {
    await using simulated = await provider(100_000, () => LONG_ANSWER);
    const events: CompactionEvent[] = [];
    const middleware = createCompactionMiddleware({
      trigger: { messages: 100 },
      onEvent: (event) => events.push(event),
    });
    const agent = agentWith(simulated.url, middleware, 100_000);
    const applied = (): number => events.filter(({ type }) => type === "applied").length;
    for (let turn = 1; turn <= 4; turn += 1) await agent.invoke(question(turn), THREAD);
    expect(applied()).toBe(0);
    const context = { trigger: { messages: 4 }, keep: { messages: 2 } };
    await agent.invoke(question(5), { ...THREAD, context });
    expect(applied()).toBe(1);
    await agent.invoke(question(6), THREAD);
    expect(applied()).toBe(1);
    expect(wordsOf(simulated.requests().at(-1))).toContain("Question 6");
    expect(simulated.requests().at(-1)?.messages.length).toBeLessThan(8);
  });
});

describe("options are checked when the middleware is created", () => {
  test.each<[string, unknown, RegExp]>([
    ["no size", { keep: {} }, /^keep is {}: expected one of tokens, messages and fraction/],
    ["two sizes", { keep: { tokens: 9, messages: 9 } }, /^keep is {"tokens":9.*expected one of/],
    ["a size as in Python", { keep: ["messages", 20] }, /^keep is \["messages",20\]: expected/],
    ["a size that is null", { keep: null }, /^keep is null: expected one of/],
    [
      "a share to keep above 1",
      { keep: { fraction: 2 } },
      /^keep\.fraction is 2: expected a share/,
    ],
    ["fewer messages than none", { keep: { messages: -1 } }, /^keep\.messages is -1: expected/],
    ["an empty trigger", { trigger: {} }, /^trigger is {}: expected tokens, messages or fraction/],
    ["no trigger in a list", { trigger: [] }, /^trigger is \[\]: expected tokens, messages or/],
    ["a trigger that is null", { trigger: null }, /^trigger is null: expected tokens/],
    ["fewer tokens than none", { trigger: { tokens: -1 } }, /^trigger\.tokens is -1: expected a/],
    ["a text", { trigger: { tokens: "9" } }, /^trigger\.tokens is "9": expected a positive number/],
    ["a fraction above 1", { trigger: { fraction: 1.5 } }, /^trigger\.fraction is 1\.5: expected/],
    [
      "a trigger in a list",
      { trigger: [{ tokens: 9 }, { messages: 0 }] },
      /^trigger\[1\]\.messages is 0: expected a positive number of messages/,
    ],
    [
      "a size beside a function",
      { keep: { tokens: 0 }, policy: () => ({}) },
      /^keep\.tokens is 0: expected a positive number of tokens/,
    ],
    [
      "a trigger that does not fit",
      { trigger: { tokens: 9000 }, policy: { windowTokens: 8000 } },
      /^policy\.trigger\.tokens is too large/,
    ],
    ["a policy that is null", { policy: null, keep: { tokens: 9 } }, /^policy is null: expected/],
    ["a summarizer that is null", { summarizer: null }, /^summarizer is null: expected/],
    ["a model that is null", { model: null }, /^model is null: expected a chat model/],
    ["a share above 1", { policy: { trigger: { type: "share", share: 1.5 } } }, /share is 1\.5/],
    ["an unknown setting", { policy: { triger: {} } }, /^policy\.triger/],
    ["an unknown way to persist", { persist: "replaced" }, /^persist is "replaced"/],
    [
      "too much to keep",
      { policy: { windowTokens: 8000, keep: { type: "tokens", tokens: 9000 } } },
      /keep.tokens/,
    ],
    ["a model beside a summarizer", { model: "x:y", summarizer: [] }, /^model is "x:y": .*either/],
  ])("%s", (_name, options, message) => {
    expect(() => createCompactionMiddleware(options as CompactionMiddlewareOptions)).toThrow(
      message,
    );
  });
});

test.each<[string, Policy]>([
  ["keep.tokens", { keep: { type: "tokens", tokens: 20_000 } }],
  ["trigger.tokens", { trigger: { type: "tokens", tokens: 100_000 } }],
])("a policy whose %s does not fit the model's window has the default", async (setting, policy) => {
  await using simulated = await provider(8000);
  const events: CompactionEvent[] = [];
  const onEvent = (event: CompactionEvent): unknown => events.push(event);
  const agent = agentWith(simulated.url, createCompactionMiddleware({ policy, onEvent }), 8000);
  for (let turn = 1; turn <= 3; turn += 1) await agent.invoke(question(turn), THREAD);
  const adjusted = events.filter(({ type }) => type === "policy-adjusted");
  expect(adjusted).toMatchObject([{ settings: [setting], workingWindowTokens: 8000 }]);
});

describe("a summary model", () => {
  test.each(["an instance", "a name"])("given as %s writes with its own prompt", async (form) => {
    await using agentProvider = await provider(3000, () => LONG_ANSWER);
    await using summaryProvider = await provider(50_000, () => "They talked about lamps.");
    vi.stubEnv("OPENAI_API_KEY", "none");
    vi.stubEnv("OPENAI_BASE_URL", `${summaryProvider.url}/v1`);
    const instance = chatModel("openai-chat", summaryProvider.url);
    const middleware = createCompactionMiddleware({
      model: form === "a name" ? "openai:gpt-5.4-mini" : instance,
      summaryPrompt: "Write one sentence about lamps.\n{messages}",
    });
    const agent = agentWith(agentProvider.url, middleware, 3000);
    for (let turn = 1; turn <= 16; turn += 1) await agent.invoke(question(turn), THREAD);
    expect(summaryProvider.requests().length).toBeGreaterThan(0);
    const asked = wordsOf(summaryProvider.requests()[0]);
    expect(asked).toContain("Write one sentence about lamps.");
    expect(asked).not.toContain("{messages}");
    expect(asked).toContain("Question 1");
    expect(wordsOf(agentProvider.requests().at(-1))).toContain("They talked about lamps.");
  });
});

describe("the progress of a compaction", () => {
  const middleware = (): AnyAgentMiddleware =>
    createCompactionMiddleware({ trigger: { messages: 6 }, keep: { messages: 2 } });

  test("is in the stream custom, and nowhere else", async () => {
    await using simulated = await provider(100_000, () => LONG_ANSWER);
    const agent = agentWith(simulated.url, middleware(), 100_000);
    const progress: unknown[] = [];
    const others: unknown[] = [];
    for (let turn = 1; turn <= 5; turn += 1) {
      const options = { ...THREAD, streamMode: ["custom", "messages"] as const };
      const stream: AsyncIterable<unknown> = await agent.stream(question(turn), options as never);
      for await (const [mode, chunk] of stream as AsyncIterable<[string, unknown]>)
        (mode === "custom" ? progress : others).push(chunk);
    }
    expect(JSON.stringify(others)).not.toContain("compaction");
    const size = expect.any(Number) as number;
    expect(progress).toEqual([
      { type: "compaction", status: "started", tokensBefore: size },
      {
        type: "compaction",
        status: "applied",
        tokensBefore: size,
        tokensAfter: size,
        method: "extractive",
      },
    ]);
  });

  test("contains a near limit and a recovery", async () => {
    await using simulated = await provider(1_500, () => LONG_ANSWER);
    const policy = { windowTokens: 2_250 }; // larger than that of the provider
    const agent = agentWith(simulated.url, createCompactionMiddleware({ policy }), 2_400);
    const statuses = new Set<string>();
    for (let turn = 1; turn <= 12; turn += 1)
      for await (const { status } of (await agent.stream(question(turn), {
        ...THREAD,
        streamMode: "custom",
      } as never)) as AsyncIterable<{ status: string }>)
        statuses.add(status);
    expect([...statuses].toSorted()).toEqual(["applied", "near-limit", "recovered", "started"]);
  });

  test("reaches every callback handler, each with the run that compacts", async () => {
    await using simulated = await provider(100_000, () => LONG_ANSWER);
    const agent = agentWith(simulated.url, middleware(), 100_000);
    const told: string[] = [];
    const listener = (name: string) => ({
      handleCustomEvent: (event: string, data: { status: string }) =>
        void told.push(`${name} ${event} ${data.status}`),
    });
    for (let turn = 1; turn <= 4; turn += 1)
      await agent.invoke(question(turn), {
        ...THREAD,
        callbacks: [listener(`a${turn}`), listener(`b${turn}`)],
      });
    expect(told.toSorted()).toEqual(
      ["a4", "b4"].flatMap((name) => [`${name} compaction applied`, `${name} compaction started`]),
    );
  });
});
