import { textOf } from "@cutpoint/core";
import { createOpenAIResponsesSummarizer } from "@cutpoint/prompts/openai";
import type { CompactionOptions } from "@cutpoint/host-kit";
import { startProvider } from "@cutpoint/provider-sim";
import OpenAI from "openai";
import { describe, expect, test } from "vitest";
import { createMemoryStates } from "../../conformance/test/support/adapter/memory-states.ts";
import {
  talk,
  useSmallWindow,
  windowTokens,
} from "../../conformance/test/support/adapter/small-window.ts";
import { fillIn } from "../../prompts/test/support/fill-in.ts";
import { withCompaction } from "../src/with-compaction.ts";

const policy = { windowTokens };
const model = "gpt-5";
const { answerWith, outcomes, requests, url } = useSmallWindow();

function clientWith(options: CompactionOptions = {}): OpenAI {
  return new OpenAI({
    apiKey: "none",
    baseURL: `${url()}/v1`,
    maxRetries: 0,
    fetch: withCompaction(globalThis.fetch, options),
  });
}

type SentBody = { readonly input?: readonly unknown[]; readonly messages?: readonly unknown[] };

function sent(): readonly (readonly unknown[])[] {
  return requests().map(({ body }) => {
    const { input, messages } = body as SentBody;
    return input ?? messages ?? [];
  });
}

/** Asks a question of one of the APIs, and returns the text of the answer. */
const asks: Readonly<
  Record<string, (client: OpenAI, said: ReturnType<typeof talk>) => Promise<string | null>>
> = {
  responses: async (client, input) =>
    (await client.responses.create({ model, input, store: false })).output_text,
  "streamed responses": async (client, input) =>
    (await client.responses.stream({ model, input, store: false }).finalResponse()).output_text,
  chat: async (client, messages) =>
    (await client.chat.completions.create({ model, messages })).choices[0]?.message.content ?? null,
  "streamed chat": async (client, messages) =>
    client.chat.completions.stream({ model, messages }).finalContent(),
};

test("states are stored under the id in the header, which is not sent", async () => {
  const states = createMemoryStates();
  const seen: string[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    seen.push(...new Headers(init?.headers).keys());
    return globalThis.fetch(input, init);
  };
  const call = { headers: { "cutpoint-conversation-id": "chat-1" } };
  const client = new OpenAI({
    apiKey: "none",
    baseURL: `${url()}/v1`,
    fetch: withCompaction(fetch, { policy, states }),
  });
  await client.chat.completions.create({ model, messages: talk(80) }, call);
  expect(await Array.fromAsync(states.list())).toMatchObject([{ conversationId: "chat-1" }]);
  expect(seen).not.toContain("cutpoint-conversation-id");
});

describe.each(Object.entries(asks))("a conversation larger than the window, with %s", (_, ask) => {
  test("is compacted before the request", async () => {
    expect(await ask(clientWith({ policy }), talk(80))).toBe("OK.");
    expect(outcomes()).toEqual(["answered"]);
    expect(sent()[0]?.length).toBeLessThan(40);
  });

  test("is compacted once: later requests have the same prefix", async () => {
    const client = clientWith({ policy });
    for (const turns of [40, 41, 42]) await ask(client, talk(turns));
    expect(new Set(sent().map(([first]) => JSON.stringify(first))).size).toBe(1);
  });

  test("fits after an overflow if the window is unknown", async () => {
    expect(await ask(clientWith({ catalog: () => null }), talk(80))).toBe("OK.");
    expect(outcomes()).toEqual(["refused", "answered"]);
  });

  test("is sent as it is if it fits", async () => {
    await ask(new OpenAI({ apiKey: "none", baseURL: `${url()}/v1` }), talk(2));
    await ask(clientWith({ policy }), talk(2));
    const [without, withAdapter] = requests();
    expect(withAdapter?.body).toEqual(without?.body);
  });
});

test.each([
  { previous_response_id: "resp_1" },
  { conversation: "conv_1" },
  { prompt: { id: "pmpt_1" } },
  { background: true },
  { context_management: [{ type: "compaction", compact_threshold: 1000 }] },
])("a request with %o passes unchanged", async (field) => {
  const params = { model, input: talk(80), ...field };
  await expect(clientWith({ policy }).responses.create(params)).rejects.toMatchObject({
    status: 400,
  });
  expect(sent()).toEqual([params.input]);
});

test.each([
  { type: "item_reference" as const, id: "msg_1" },
  { type: "compaction_trigger" as const },
])("a request with the item %o passes unchanged", async (item) => {
  const input = [...talk(80), item];
  await clientWith({ policy })
    .responses.create({ model, input })
    .catch(() => undefined);
  expect(sent()).toEqual([input]);
});

test("other requests pass unchanged", async () => {
  const fetched: unknown[] = [];
  const fetch = withCompaction(
    async (input) => {
      fetched.push(input);
      return new Response("{}");
    },
    { policy },
  );
  const body = JSON.stringify({ model, input: talk(80) });
  await fetch("https://example.com/v1/embeddings", { method: "POST", body });
  await fetch(new URL("https://example.com/v1/responses"));
  await fetch(new Request("https://example.com/v1/responses/resp_1"));
  expect(fetched).toHaveLength(3);
});

test("a compaction of the provider is sent first and unchanged", async () => {
  const leading = [
    { role: "user", content: "Hello." },
    { type: "compaction", id: "cmp_1", encrypted_content: "ZW5j" },
  ] as const;
  const input = [...leading, ...talk(80)];
  await clientWith({ policy }).responses.create({ model, input, store: false });
  expect(sent()[0]?.slice(0, 2)).toEqual(leading);
  expect(sent()[0]?.length).toBeLessThan(40);
});

test("a model of another client writes the summary", async () => {
  await using large = await startProvider({
    windowTokens: 8000,
    script: ({ messages }) =>
      messages.length === 2 ? fillIn(messages.map(textOf).join("\n")) : "OK.",
  });
  const settings = { apiKey: "none", baseURL: `${large.url}/v1`, maxRetries: 0 };
  const summarizer = createOpenAIResponsesSummarizer({ client: new OpenAI(settings), model });
  const methods: string[] = [];
  const fetch = withCompaction(globalThis.fetch, {
    policy,
    summarizer,
    onEvent: (event) => event.type === "applied" && methods.push(event.receipt.method),
  });
  const client = new OpenAI({ ...settings, fetch });
  await client.responses.create({ model, input: talk(60), store: false });
  expect(large.requests()).toHaveLength(2);
  expect(methods).toEqual([model]);
});

test("other errors reach the caller after one request", async () => {
  answerWith({ type: "failure", failure: "rate-limit", retryAfterSeconds: 0 });
  const asked = clientWith({ policy }).responses.create({ model, input: "Hello." });
  await expect(asked).rejects.toMatchObject({ status: 429 });
  expect(requests()).toHaveLength(1);
});

test("a value that is not a function is refused", () => {
  expect(() => withCompaction({ policy } as never)).toThrow(/^fetch is .*: expected a function/);
});
