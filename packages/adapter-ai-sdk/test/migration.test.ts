import { createOpenAI } from "@ai-sdk/openai";
import type { Policy } from "@cutpoint/core";
import { startProvider } from "@cutpoint/provider-sim";
import { generateText, jsonSchema, type ModelMessage, pruneMessages, stepCountIs, tool } from "ai";
import { describe, expect, test } from "vitest";
import { withCompaction } from "../src/with-compaction.ts";

type Pruning = Omit<Parameters<typeof pruneMessages>[0], "messages">;

const LONG = "on the upper shelf, beside the others, ".repeat(40);

/** Four lookups, each with a question before it and an answer after it; the last question is open. */
const messages: readonly ModelMessage[] = [
  ...["lamp", "bulb", "lamp", "bulb"].flatMap((part, index): ModelMessage[] => {
    const call = { toolCallId: `call-${index}`, toolName: part === "lamp" ? "find" : "count" };
    return [
      { role: "user", content: `Where is ${part} ${index}?` },
      { role: "assistant", content: [{ type: "tool-call", ...call, input: { part } }] },
      {
        role: "tool",
        content: [
          {
            type: "tool-result",
            ...call,
            output: { type: "text", value: `RESULT-${index} ${LONG}` },
          },
        ],
      },
      { role: "assistant", content: `Answer ${index}.` },
    ];
  }),
  { role: "user", content: "And now?" },
];

/** Returns the results, calls and answers in the request of a call with all messages. */
async function sent(given: readonly ModelMessage[], policy?: Policy) {
  await using provider = await startProvider({ windowTokens: 100_000 });
  const inner = createOpenAI({ apiKey: "none", baseURL: `${provider.url}/v1` }).chat("any");
  const model =
    policy === undefined
      ? inner
      : withCompaction(inner, { policy: { windowTokens: 100_000, ...policy } });
  await generateText({ model, messages: [...given], maxRetries: 0 });
  const text = JSON.stringify(provider.requests().at(-1)?.body);
  const all = (pattern: RegExp): readonly string[] => text.match(pattern) ?? [];
  return {
    results: all(/RESULT-\d/gu),
    calls: [...new Set(all(/call-\d/gu))],
    answers: all(/Answer \d/gu),
    text,
  };
}

const theirs = async (options: Pruning) =>
  sent(pruneMessages({ messages: [...messages], ...options }));

/** Prunes now: the trigger is reached at once, and everything saves enough. */
const now = { trigger: { type: "tokens", tokens: 100 }, minimumSavings: 1 } as const;

/** The rows for the AI SDK in the guide "Migrate", each with the option on both. */
describe("the table of pruneMessages is true", { tags: ["long"] }, () => {
  test("toolCalls before-last-message: theirs removes calls and results, ours only results", async () => {
    const there = await theirs({ toolCalls: "before-last-message" });
    expect([there.results, there.calls]).toEqual([[], []]);
    const here = await sent(messages, { prune: { ...now, protectTokens: 1 } });
    expect(here.results).toEqual([]);
    expect(here.calls).toHaveLength(4);
    expect(here.answers).toEqual(there.answers);
  });

  test("toolCalls before-last-5-messages: ours keeps the newest results up to a size", async () => {
    const there = await theirs({ toolCalls: "before-last-5-messages" });
    const here = await sent(messages, { prune: { ...now, protectTokens: 500 } });
    expect(there.results).toEqual(["RESULT-3"]);
    expect(here.results).toEqual(there.results);
  });

  test("toolCalls with tools: ours names the tools whose results stay", async () => {
    const there = await theirs({ toolCalls: [{ type: "all", tools: ["find"] }] });
    const here = await sent(messages, {
      prune: { ...now, protectTokens: 1, protectedTools: ["count"] },
    });
    expect(there.results).toEqual(["RESULT-1", "RESULT-3"]);
    expect(here.results).toEqual(there.results);
  });

  test("without a trigger: theirs prunes each request, ours one that reaches the trigger of the policy", async () => {
    expect((await theirs({ toolCalls: "all" })).results).toEqual([]);
    expect((await sent(messages, { prune: {} })).results).toHaveLength(4);
  });

  test("reasoning: theirs leaves it out, ours sends it while the model accepts it", async () => {
    await using provider = await startProvider({
      windowTokens: 100_000,
      script: () => ({ type: "answer", reasoning: "Well …", text: "So." }),
    });
    const inner = createOpenAI({ apiKey: "none", baseURL: `${provider.url}/v1` }).responses(
      "gpt-5",
    );
    const model = withCompaction(inner, { policy: { windowTokens: 100_000 } });
    const question: ModelMessage = { role: "user", content: "Think." };
    const { response } = await generateText({ model, messages: [question] });
    const given = [question, ...response.messages, question];
    await generateText({
      model: inner,
      messages: pruneMessages({ messages: given, reasoning: "all" }),
    });
    await generateText({ model, messages: given });
    const [, there, here] = provider
      .requests()
      .map(({ body }) => JSON.stringify(body).includes('"rs_'));
    expect({ there, here }).toEqual({ there: false, here: true });
  });

  test("emptyMessages: ours leaves no message empty", async () => {
    const kept = pruneMessages({
      messages: [...messages],
      toolCalls: "all",
      emptyMessages: "keep",
    });
    expect(kept.some(({ content }) => content.length === 0)).toBe(true);
    const { text } = await sent(messages, { prune: { ...now, protectTokens: 1 } });
    expect(text).not.toMatch(/"content":(?:""|\[\])/u);
  });

  test("contextManagement: the provider compacts, so the call passes unchanged", async () => {
    await using provider = await startProvider({ windowTokens: 100_000 });
    const inner = createOpenAI({ apiKey: "none", baseURL: `${provider.url}/v1` }).chat("any");
    const policy = { windowTokens: 100_000, trigger: { type: "tokens", tokens: 500 } } as const;
    const model = withCompaction(inner, { policy });
    const anthropic = { contextManagement: { edits: [{ type: "clear_tool_uses_20250919" }] } };
    for (const providerOptions of [{ anthropic }, {}])
      await generateText({ model, messages: [...messages], maxRetries: 0, providerOptions });
    const [managed, ours] = provider
      .requests()
      .map(({ body }) => JSON.stringify(body).includes("was compacted"));
    expect({ managed, ours }).toEqual({ managed: false, ours: true });
  });

  test("slicing in prepareStep: theirs loses the question, ours keeps it", async () => {
    const asked: boolean[] = [];
    for (const isOurs of [false, true]) {
      let calls = 0;
      await using provider = await startProvider({
        windowTokens: 100_000,
        script: () =>
          (calls += 1) < 8
            ? { type: "answer", calls: [{ name: "look", arguments: "{}" }] }
            : "In the drawer.",
      });
      const inner = createOpenAI({ apiKey: "none", baseURL: `${provider.url}/v1` }).chat("any");
      const look = tool({ inputSchema: jsonSchema({ type: "object" }), execute: async () => LONG });
      const policy = { windowTokens: 3_000, keep: { type: "tokens", tokens: 600 } } as const;
      await generateText({
        model: isOurs ? withCompaction(inner, { policy }) : inner,
        messages: [{ role: "user", content: "Where is lamp 7?" }],
        tools: { look },
        stopWhen: stepCountIs(10),
        maxRetries: 0,
        ...(isOurs ? {} : { prepareStep: (step) => ({ messages: step.messages.slice(-4) }) }),
      });
      asked.push(JSON.stringify(provider.requests().at(-1)?.body).includes("Where is lamp 7?"));
    }
    expect(asked).toEqual([false, true]);
  });
});
