import Anthropic from "@anthropic-ai/sdk";
import { textOf } from "@cutpoint/core";
import { createAnthropicSummarizer } from "@cutpoint/prompts/anthropic";
import { startProvider } from "@cutpoint/provider-sim";
import { describe, expect, test } from "vitest";
import { createMemoryStates } from "../../conformance/test/support/adapter/memory-states.ts";
import {
  talk,
  useSmallWindow,
  windowTokens,
} from "../../conformance/test/support/adapter/small-window.ts";
import { fillIn } from "../../prompts/test/support/fill-in.ts";
import { createCompactionMiddleware } from "../src/middleware.ts";

const model = "claude-opus-4-6";
const { answerWith, outcomes, requests, url } = useSmallWindow();

function clientWith(...options: Parameters<typeof createCompactionMiddleware>): Anthropic {
  return new Anthropic({
    apiKey: "none",
    baseURL: url(),
    maxRetries: 0,
    middleware: [createCompactionMiddleware(...options)],
  });
}

type SentBody = { readonly messages: readonly { readonly content: unknown }[] };

function sentBodies(): readonly SentBody[] {
  return requests().map(({ body }) => body as SentBody);
}

test("states are stored under the id in the header, which is not sent", async () => {
  const states = createMemoryStates();
  const seen: string[] = [];
  const client = new Anthropic({
    apiKey: "none",
    baseURL: url(),
    middleware: [
      createCompactionMiddleware({ policy: { windowTokens }, states }),
      async (request, next) => {
        seen.push(...new Headers(request.headers).keys());
        return next(request);
      },
    ],
  });
  const headers = { "cutpoint-conversation-id": "chat-1" };
  await client.messages.create({ model, max_tokens: 100, messages: talk(80) }, { headers });
  expect(await Array.fromAsync(states.list())).toMatchObject([{ conversationId: "chat-1" }]);
  expect(seen).toContain("anthropic-version");
  expect(seen).not.toContain("cutpoint-conversation-id");
});

describe("a conversation larger than the window", () => {
  const policy = { windowTokens };

  test.each([true, false])("is compacted before the request (streamed: %s)", async (streamed) => {
    const client = clientWith({ policy });
    const params = { model, max_tokens: 100, messages: talk(80) };
    const { content } = streamed
      ? await client.messages.stream(params).finalMessage()
      : await client.messages.create(params);
    expect(content).toMatchObject([{ type: "text", text: "OK." }]);
    expect(outcomes()).toEqual(["answered"]);
    expect(sentBodies()[0]?.messages.length).toBeLessThan(40);
  });

  test("is compacted once: later requests have the same prefix", async () => {
    const client = clientWith({ policy });
    for (const turns of [40, 41, 42])
      await client.messages.create({ model, max_tokens: 100, messages: talk(turns) });
    const prefixes = sentBodies().map(({ messages }) => JSON.stringify(messages[0]));
    expect(new Set(prefixes).size).toBe(1);
  });

  test.each([true, false])(
    "fits after an overflow if the window is unknown (streamed: %s)",
    async (streamed) => {
      const client = clientWith({ catalog: () => null });
      const params = { model, max_tokens: 100, messages: talk(80) };
      const { content } = streamed
        ? await client.messages.stream(params).finalMessage()
        : await client.beta.messages.create(params);
      expect(content).toMatchObject([{ type: "text", text: "OK." }]);
      expect(outcomes()).toEqual(["refused", "answered"]);
    },
  );
});

test("a request that fits is passed on byte for byte", async () => {
  const params = { model, max_tokens: 100, messages: talk(2) };
  await new Anthropic({ apiKey: "none", baseURL: url() }).messages.create(params);
  await clientWith({ policy: { windowTokens } }).messages.create(params);
  expect(sentBodies()[1]).toEqual(sentBodies()[0]);
});

test.each([
  { thread: { type: "create" } },
  { previous_message_id: "msg_1" },
  { context_management: { edits: [] } },
  { compaction: { type: "summarize" } },
])("a request with %o passes unchanged", async (field) => {
  const client = clientWith({ policy: { windowTokens } });
  const params = { model, max_tokens: 100, messages: talk(80), ...field };
  await expect(client.messages.create(params)).rejects.toMatchObject({ status: 400 });
  expect(sentBodies()).toMatchObject([{ messages: params.messages }]);
});

test("a count of tokens passes unchanged", async () => {
  const client = clientWith({ policy: { windowTokens } });
  const { input_tokens: tokens } = await client.messages.countTokens({ model, messages: talk(80) });
  expect(tokens).toBeGreaterThan(windowTokens);
});

test("a tool runner that sends all messages is compacted without noticing it", async () => {
  answerWith({ type: "answer", calls: [{ name: "stock", arguments: "{}" }] }, "It is in stock.");
  const runner = clientWith({ policy: { windowTokens } }).beta.messages.toolRunner({
    model,
    max_tokens: 100,
    thread: false,
    messages: talk(80),
    tools: [
      {
        type: "custom",
        name: "stock",
        input_schema: { type: "object" },
        parse: (input: unknown) => input,
        run: async () => "One on the shelf.",
      },
    ],
  });
  const { content } = await runner.runUntilDone();
  expect(content).toMatchObject([{ text: "It is in stock." }]);
  expect(outcomes()).toEqual(["answered", "answered"]);
  expect(runner.params.messages).toHaveLength(164);
});

test("a compaction of the provider is sent first and unchanged", async () => {
  const block = { type: "compaction", content: "Earlier talk.", encrypted_content: "ZW5j" };
  const compaction: Anthropic.MessageParam = { role: "assistant", content: [block as never] };
  const client = clientWith({ policy: { windowTokens } });
  const leading: Anthropic.MessageParam[] = [{ role: "user", content: "Hello." }, compaction];
  const messages = [...leading, ...talk(80)];
  await client.messages.create({ model, max_tokens: 100, messages });
  const [sent] = sentBodies();
  expect(sent?.messages.slice(0, 2)).toEqual(leading);
  expect(sent?.messages.length).toBeLessThan(40);
});

test("cache points may move between two requests of one conversation", async () => {
  let compactions = 0;
  const client = clientWith({
    policy: { windowTokens },
    onEvent: ({ type }) => void (compactions += Number(type === "applied")),
  });
  const point = { cache_control: { type: "ephemeral" } } as const;
  for (const marked of [10, 20]) {
    const messages = talk(40).map(({ content, role }, index): Anthropic.MessageParam => ({
      role,
      content: [{ type: "text", text: content, ...(index === marked ? point : {}) }],
    }));
    await client.messages.create({ model, max_tokens: 100, messages });
  }
  expect(compactions).toBe(1);
});

test("a model of another client writes the summary", async () => {
  await using large = await startProvider({
    windowTokens: 8000,
    script: ({ messages }) =>
      messages.length === 2 ? fillIn(messages.map(textOf).join("\n")) : "OK.",
  });
  const settings = { apiKey: "none", baseURL: large.url, maxRetries: 0 };
  const summarizer = createAnthropicSummarizer({ client: new Anthropic(settings), model });
  const methods: string[] = [];
  const middleware = createCompactionMiddleware({
    policy: { windowTokens },
    summarizer,
    onEvent: (event) => event.type === "applied" && methods.push(event.receipt.method),
  });
  const client = new Anthropic({ ...settings, middleware: [middleware] });
  await client.messages.create({ model, max_tokens: 100, messages: talk(60) });
  expect(large.requests()).toHaveLength(2);
  expect(methods).toEqual([model]);
});

test("other errors reach the caller after one request", async () => {
  answerWith({ type: "failure", failure: "rate-limit", retryAfterSeconds: 0 });
  const client = clientWith({ policy: { windowTokens } });
  const asked = client.messages.create({ model, max_tokens: 100, messages: talk(1) });
  await expect(asked).rejects.toMatchObject({ status: 429 });
  expect(requests()).toHaveLength(1);
});

test("a conversation with too many bytes of images is sent again with fewer of them", async () => {
  const images = 60;
  const [bytesPerImage, maxBytes] = [20_000, 800_000];
  await using provider = await startProvider({
    windowTokens: 200_000,
    maxBytes,
    script: () => "OK.",
  });
  const client = new Anthropic({
    apiKey: "none",
    baseURL: provider.url,
    maxRetries: 0,
    middleware: [createCompactionMiddleware()],
  });
  const data = Buffer.alloc((bytesPerImage / 4) * 3).toString("base64");
  const source = { type: "base64" as const, media_type: "image/png" as const, data };
  const messages = Array.from({ length: images }, (_, index) => [
    {
      role: "user" as const,
      content: [
        { type: "text" as const, text: `Screen ${index}` },
        { type: "image" as const, source },
      ],
    },
    { role: "assistant" as const, content: `I see screen ${index}.` },
  ]).flat();
  const question = { role: "user" as const, content: "And now?" };
  const { content } = await client.messages.create({
    model,
    max_tokens: 100,
    messages: [...messages, question],
  });
  expect(content).toMatchObject([{ type: "text", text: "OK." }]);
  expect(provider.requests().map(({ outcome }) => outcome.type)).toEqual(["refused", "answered"]);
});
