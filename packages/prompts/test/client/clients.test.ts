import Anthropic from "@anthropic-ai/sdk";
import { type Message, type Summarizer, type SummaryFault, textOf, viewOf } from "@cutpoint/core";
import { type Provider, type Script, startProvider } from "@cutpoint/provider-sim";
import OpenAI from "openai";
import { describe, expect, test } from "vitest";
import { createAnthropicSummarizer } from "../../src/client/anthropic.ts";
import {
  createOpenAIChatSummarizer,
  createOpenAIResponsesSummarizer,
} from "../../src/client/openai.ts";
import type { ModelSettings } from "../../src/model/model-summarizer.ts";
import { classicSections } from "../../src/prompt/sections.ts";
import {
  failureOf,
  instantly,
  never,
  requestFor,
  summaryWith,
  turns,
} from "../support/conversation.ts";

const sections = classicSections;
const ANSWER = summaryWith("what was said", sections);

type Make = (provider: Provider, settings: ModelSettings) => Summarizer;

function openai(provider: Provider): OpenAI {
  return new OpenAI({ apiKey: "none", baseURL: `${provider.url}/v1` });
}

const clients: readonly (readonly [name: string, make: Make])[] = [false, true].flatMap(
  (stream) => {
    const how = stream ? "streamed" : "at once";
    return [
      [
        `Chat Completions, ${how}`,
        (provider, settings) =>
          createOpenAIChatSummarizer({
            client: openai(provider),
            model: "gpt-5",
            stream,
            ...settings,
          }),
      ],
      [
        `Responses, ${how}`,
        (provider, settings) =>
          createOpenAIResponsesSummarizer({
            client: openai(provider),
            model: "gpt-5",
            stream,
            ...settings,
          }),
      ],
      [
        `Messages, ${how}`,
        (provider, settings) =>
          createAnthropicSummarizer({
            client: new Anthropic({ apiKey: "none", baseURL: provider.url }),
            model: "claude-sonnet-5",
            stream,
            ...settings,
          }),
      ],
    ] satisfies readonly (readonly [string, Make])[];
  },
);

/** A summary by one client from a scripted provider. */
async function run(
  make: Make,
  script: Script,
  settings: ModelSettings = {},
  { signal = never, turnCount = 2, windowTokens = 100_000 } = {},
): Promise<{
  readonly result: unknown;
  readonly requests: ReturnType<Provider["requests"]>;
  readonly waits: readonly number[];
}> {
  await using provider = await startProvider({ windowTokens, script });
  const sleep = instantly();
  const summarizer = make(provider, { sections, sleep, ...settings });
  const request = requestFor({ items: turns(turnCount), maxTokens: 400, maxCalls: 30 });
  const result = await failureOf(summarizer.summarize(request, signal));
  return { result, requests: provider.requests(), waits: sleep.waits };
}

/** A stream of events that ends without a stop reason. */
function quietEnd(events: readonly object[]): typeof fetch {
  const body = events.map((event) => {
    const type = "type" in event && typeof event.type === "string" ? `event: ${event.type}\n` : "";
    return `${type}data: ${JSON.stringify(event)}\n\n`;
  });
  return async () =>
    new Response(body.join(""), { headers: { "content-type": "text/event-stream" } });
}

describe("a stream that ends without a stop reason is a failure", () => {
  const chat = [{ choices: [{ index: 0, delta: { content: ANSWER } }] }];
  const responses = [{ type: "response.output_text.delta", delta: ANSWER }];
  const messages = [
    { type: "message_start", message: { usage: { input_tokens: 9, output_tokens: 1 } } },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: ANSWER } },
  ];
  const settings = { model: "m", sections, sleep: instantly() };
  const openaiThat = (events: readonly object[]): OpenAI =>
    new OpenAI({ apiKey: "none", baseURL: "http://127.0.0.1:9", fetch: quietEnd(events) });

  test.each([
    ["Chat Completions", createOpenAIChatSummarizer({ ...settings, client: openaiThat(chat) })],
    ["Responses", createOpenAIResponsesSummarizer({ ...settings, client: openaiThat(responses) })],
    [
      "Messages",
      createAnthropicSummarizer({
        ...settings,
        client: new Anthropic({
          apiKey: "none",
          baseURL: "http://127.0.0.1:9",
          fetch: quietEnd(messages),
        }),
      }),
    ],
  ])("%s", async (_name, summarizer) => {
    expect(await failureOf(summarizer.summarize(requestFor(), never))).toMatchObject({
      failure: { fault: "unfinished" },
    });
  });
});

describe.each(clients)("%s", (_name, make) => {
  test("sends one request with its own system prompt and returns text and usage", async () => {
    const { requests, result } = await run(make, [ANSWER]);
    const [request] = requests;
    expect(requests).toHaveLength(1);
    expect(request?.messages.map(({ role }) => role)).toEqual(["system", "user"]);
    const output = request?.outcome.type === "answered" ? request.outcome.outputTokens : -1;
    expect(result).toMatchObject({
      resolved: {
        text: ANSWER,
        method: request?.model,
        calls: 1,
        attempts: [
          { fault: null, usage: { inputTokens: request?.inputTokens, outputTokens: output } },
        ],
      },
    });
  });

  test("does not share the conversation's cache key", async () => {
    const [request] = (await run(make, [ANSWER])).requests;
    const body = request?.body as Readonly<Record<string, unknown>>;
    expect(body["prompt_cache_key"] ?? "cutpoint-first-summary").toMatch(
      /^cutpoint-first-summary/u,
    );
    expect(JSON.stringify(body)).not.toContain("cache_control");
    expect(body["previous_response_id"] ?? null).toBeNull();
  });

  const faults: readonly (readonly [fault: SummaryFault, script: Script, calls: number])[] = [
    ["empty", [{ type: "answer", text: "" }], 1],
    ["cut-off", [{ type: "answer", text: ANSWER, stop: "length" }], 1],
    ["tool-call", [{ type: "answer", calls: [{ name: "read", arguments: "{}" }] }], 1],
    ["empty", [{ type: "failure", failure: "empty" }], 1],
    ["unavailable", () => ({ type: "failure", failure: "rate-limit" }), 3],
    ["unavailable", () => ({ type: "failure", failure: "overloaded" }), 3],
    ["unavailable", () => ({ type: "failure", failure: "server-error" }), 3],
    ["unavailable", () => ({ type: "failure", failure: "stream-error", text: "## Goal" }), 3],
    ["unavailable", () => ({ type: "failure", failure: "hang-up", text: "## Goal" }), 3],
    ["unavailable", () => ({ type: "failure", failure: "too-many-bytes" }), 1],
  ];

  test.each(faults)("%s: %j", async (fault, script, calls) => {
    const { requests, result } = await run(make, script);
    const found = (result as { readonly failure?: { readonly fault: string } }).failure?.fault;
    expect([fault, ...(fault === "empty" ? ["unfinished", "reasoning-only"] : [])]).toContain(
      found,
    );
    expect(result).toMatchObject({ code: "summary-failed" });
    expect(requests).toHaveLength(calls);
  });

  test("a provider that is overloaded twice receives three calls", async () => {
    const failure = { type: "failure", failure: "overloaded", retryAfterSeconds: 3 } as const;
    const { requests, result, waits } = await run(make, [failure, failure, ANSWER]);
    expect(result).toMatchObject({ resolved: { text: ANSWER, calls: 3 } });
    expect(requests).toHaveLength(3);
    expect(waits).toEqual([3_000, 3_000]);
  });

  test("a provider that stalls times out", async () => {
    const { promise: isOver, resolve: arrived } = Promise.withResolvers<void>();
    const stalls: Script = () => {
      arrived();
      return { type: "failure", failure: "stall", text: "## Goal" };
    };
    const { requests, result } = await run(make, stalls, { sleep: () => isOver });
    expect(result).toMatchObject({ failure: { fault: "timeout" } });
    expect(requests).toHaveLength(1);
  });

  test("an abort reaches the provider", async () => {
    const stop = new AbortController();
    const { requests, result } = await run(
      make,
      () => {
        stop.abort();
        return { type: "failure", failure: "stall" };
      },
      {},
      { signal: stop.signal },
    );
    expect(result).toMatchObject({ code: "aborted" });
    expect(requests[0]?.outcome.type).not.toBe("answered");
  });

  test.each(["overflow", "stream-overflow"] as const)(
    "%s: half of it is sent next",
    async (failure) => {
      const { requests, result } = await run(
        make,
        [{ type: "failure", failure }, ANSWER, ANSWER, ANSWER],
        {},
        { turnCount: 8 },
      );
      expect(result).toMatchObject({ resolved: { text: ANSWER } });
      expect(requests.length).toBeGreaterThan(2);
      expect(requests[1]?.inputTokens).toBeLessThan(requests[0]?.inputTokens ?? 0);
    },
  );

  test("a known window is never exceeded, and an unknown one is found", async () => {
    const known = await run(
      make,
      () => ANSWER,
      { windowTokens: 3_600 },
      { turnCount: 20, windowTokens: 4_000 },
    );
    expect(known.result).toMatchObject({ resolved: { text: ANSWER } });
    expect(known.requests.every(({ outcome }) => outcome.type === "answered")).toBe(true);
    expect(known.requests.length).toBeGreaterThan(1);
    const unknown = await run(make, () => ANSWER, {}, { turnCount: 20, windowTokens: 4_000 });
    expect(unknown.result).toMatchObject({ resolved: { text: ANSWER } });
    expect(unknown.requests[0]?.outcome.type).toBe("refused");
  });
});

describe("Messages after a live conversation", () => {
  const items = turns(12);
  const view = viewOf({ items, state: null });
  const live = { view, system: null, tools: null, model: null };
  const point = { type: "ephemeral" } as const;

  function converted(messages: readonly Message[]): readonly Anthropic.MessageParam[] {
    return messages.map((message) => ({
      role: message.role === "assistant" ? "assistant" : "user",
      content: `${message.role}: ${textOf(message)}`,
    }));
  }

  function marked(messages: readonly Message[]): readonly Anthropic.MessageParam[] {
    const all = converted(messages);
    const last = all.slice(-1).map(({ content, role }): Anthropic.MessageParam => {
      const text = typeof content === "string" ? content : "";
      return { role, content: [{ type: "text", text, cache_control: point }] };
    });
    return [...all.slice(0, -1), ...last];
  }

  test("with onDemand, the prompt is sent as the instructions of a compaction", async () => {
    const script: Script = ({ body }) => {
      const { compaction } = body as { compaction?: { type: string; instructions: string } };
      return compaction?.type === "summarize" && compaction.instructions.includes("Goal")
        ? ANSWER
        : "Hi.";
    };
    await using provider = await startProvider({ windowTokens: 100_000, script });
    const client = new Anthropic({ apiKey: "none", baseURL: provider.url });
    const summarizer = createAnthropicSummarizer({
      client,
      model: "claude-sonnet-5",
      sections,
      sleep: instantly(),
      onDemand: true,
      conversation: (aligned) => ({ messages: [...converted(aligned.messages)] }),
    });
    const request = requestFor({ items: items, live });
    expect(await summarizer.summarize(request, never)).toMatchObject({ text: ANSWER, calls: 1 });
    const [sent] = provider.requests();
    expect(sent?.outcome.type).toBe("answered");
    expect(sent?.messages).toHaveLength(view.messages.length);
    expect(sent?.body).toMatchObject({ compaction: { type: "summarize" } });
  });

  test("a compaction without a summary is no summary", async () => {
    await using provider = await startProvider({ windowTokens: 100_000, script: () => "" });
    const client = new Anthropic({ apiKey: "none", baseURL: provider.url });
    const summarizer = createAnthropicSummarizer({
      client,
      model: "claude-sonnet-5",
      sections,
      sleep: instantly(),
      onDemand: true,
      conversation: (aligned) => ({ messages: [...converted(aligned.messages)] }),
    });
    const request = requestFor({ items: items, live });
    expect(await failureOf(summarizer.summarize(request, never))).toMatchObject({
      code: "summary-failed",
    });
    expect(provider.requests()[0]?.body).toHaveProperty("compaction");
  });

  test("onDemand needs a conversation", () => {
    const client = new Anthropic({ apiKey: "none" });
    expect(() => createAnthropicSummarizer({ client, model: "any", onDemand: true })).toThrow(
      "conversation is undefined",
    );
  });

  test.each([
    ["a conversation without cache points", converted],
    ["a conversation with one of its own", marked],
  ])("%s is read from the cache", async (_what, conversation) => {
    await using provider = await startProvider({ windowTokens: 100_000, script: ["Hi.", ANSWER] });
    const client = new Anthropic({ apiKey: "none", baseURL: provider.url });
    const model = "claude-sonnet-5";
    const messages = [...marked(view.messages), { role: "user", content: "And?" } as const];
    await client.messages.create({ model, max_tokens: 100, messages });
    const summarizer = createAnthropicSummarizer({
      client,
      model,
      sections,
      sleep: instantly(),
      conversation: (aligned) => ({ messages: [...conversation(aligned.messages)] }),
    });
    const request = requestFor({ items: items, live });
    expect(await summarizer.summarize(request, never)).toMatchObject({ text: ANSWER, calls: 1 });
    const [first, second] = provider.requests();
    expect(first?.cacheWriteTokens).toBeGreaterThan(1_000);
    expect(second).toMatchObject({ cachedTokens: first?.cacheWriteTokens, cacheWriteTokens: 0 });
    expect(second?.cachePoints).toHaveLength(1);
  });
});
