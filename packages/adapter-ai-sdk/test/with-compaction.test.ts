import { createOpenAI } from "@ai-sdk/openai";
import type { LanguageModelV4 } from "@ai-sdk/provider";
import { startProvider } from "@cutpoint/provider-sim";
import { createMemoryStateStore } from "@cutpoint/store-memory";
import { generateText, type ModelMessage, streamText } from "ai";
import { describe, expect, test } from "vitest";
import {
  talk,
  useSmallWindow,
  windowTokens,
} from "../../conformance/test/support/adapter/small-window.ts";
import { sdk6, sdk7 } from "./conformance/sdk.ts";
import { withCompaction } from "../src/with-compaction.ts";

const { outcomes, requests, url } = useSmallWindow();

function chatModel(): LanguageModelV4 {
  return createOpenAI({ apiKey: "none", baseURL: `${url()}/v1` }).chat("any");
}

describe("a conversation larger than the window", () => {
  const policy = { windowTokens };

  test("is compacted, and the receipt is in the provider metadata", async () => {
    const model = withCompaction(chatModel(), { policy });
    const { providerMetadata } = await generateText({ model, messages: talk(80), maxRetries: 0 });
    const receipts = providerMetadata?.["cutpoint"]?.["receipts"];
    expect(receipts).toMatchObject([{ method: "extractive" }]);
    expect(outcomes()).toEqual(["answered"]);
  });

  test("is compacted in a stream, and the receipt is in its last part", async () => {
    const model = withCompaction(chatModel(), { policy });
    const running = streamText({ model, messages: talk(80), maxRetries: 0 });
    expect(await running.text).toBe("OK.");
    expect((await running.providerMetadata)?.["cutpoint"]?.["receipts"]).toHaveLength(1);
  });

  test("is compacted once: later requests have the same prefix", async () => {
    const model = withCompaction(chatModel(), { policy });
    for (const turns of [40, 41, 42])
      await generateText({ model, messages: talk(turns), maxRetries: 0 });
    const prefixes = requests().map(({ messages }) => JSON.stringify(messages[0]));
    expect(new Set(prefixes).size).toBe(1);
  });

  test("fits after an overflow if the window is unknown", async () => {
    const model = withCompaction(chatModel());
    const { text } = await generateText({ model, messages: talk(80), maxRetries: 0 });
    expect(text).toBe("OK.");
    expect(outcomes()).toEqual(["refused", "answered"]);
  });
});

test.each([sdk7, sdk6])("an image in compacted text is sent in the form of $name", async (sdk) => {
  const policy = {
    windowTokens: 30_000,
    keep: { type: "tokens", tokens: 300 } as const,
    keepUserTokens: 6000,
  };
  await using provider = await startProvider({ windowTokens: 40_000, script: () => "OK." });
  const inner = sdk.createOpenAI({ apiKey: "none", baseURL: `${provider.url}/v1` }).chat("any");
  const image = { type: "file" as const, mediaType: "image/png", data: "AAAA" };
  const content = [{ type: "text" as const, text: "What is this?" }, image];
  const messages = [...talk(700), { role: "user" as const, content }, ...talk(20)];
  await sdk.generateText({ model: sdk.wrap(inner, { policy }), messages, maxRetries: 0 });
  const [request] = provider.requests();
  expect(request?.outcome.type).toBe("answered");
  expect(JSON.stringify(request?.body)).toContain("data:image/png;base64,AAAA");
});

/** Returns a model that records the prompts that it receives. */
function recordingModel(): { readonly model: LanguageModelV4; readonly prompts: unknown[][] } {
  const prompts: unknown[][] = [];
  const inner = chatModel();
  const model: LanguageModelV4 = {
    ...inner,
    provider: inner.provider,
    modelId: inner.modelId,
    doGenerate: async (options) => {
      prompts.push(options.prompt);
      return inner.doGenerate(options);
    },
  };
  return { model, prompts };
}

test("kept calls and reasoning keep signatures and item ids", async () => {
  const { model, prompts } = recordingModel();
  const providerOptions = {
    google: { thoughtSignature: "c2lnbmVk" },
    openai: { itemId: "fc_1" },
  };
  const call = { toolCallId: "call_1", toolName: "stock" };
  const value = "One on the shelf.";
  const kept: ModelMessage[] = [
    { role: "user", content: [{ type: "text", text: "Is it in stock?" }] },
    {
      role: "assistant",
      content: [
        { type: "reasoning", text: "I look.", providerOptions },
        { type: "tool-call", ...call, input: {}, providerOptions },
      ],
    },
    {
      role: "tool",
      content: [{ type: "tool-result", ...call, output: { type: "text", value } }],
    },
  ];
  await generateText({
    model: withCompaction(model, { policy: { windowTokens } }),
    messages: [...talk(80), ...kept],
    maxRetries: 0,
  });
  expect(prompts[0]?.length).toBeLessThan(80);
  expect(prompts[0]?.slice(-3)).toMatchObject(kept);
});

test("a prompt that fits is passed on unchanged", async () => {
  const { model: watched, prompts: sent } = recordingModel();
  const call = { messages: talk(2), maxRetries: 0 };
  await generateText({ ...call, model: watched });
  await generateText({ ...call, model: withCompaction(watched, { policy: { windowTokens } }) });
  expect(sent[1]).toEqual(sent[0]);
});

test("the id of the conversation separates states and is not sent", async () => {
  const states = createMemoryStateStore();
  const model = withCompaction(chatModel(), { policy: { windowTokens }, states });
  for (const conversationId of ["one", "two"])
    await generateText({
      model,
      messages: talk(80),
      maxRetries: 0,
      providerOptions: { cutpoint: { conversationId } },
    });
  const stored = (await Array.fromAsync(states.list())).map(({ conversationId }) => conversationId);
  expect(stored).toEqual(["one", "two"]);
  expect(JSON.stringify(requests().map(({ body }) => body))).not.toContain("cutpoint");
});

test("an empty id of a conversation is rejected", async () => {
  const model = withCompaction(chatModel());
  const providerOptions = { cutpoint: { conversationId: "" } };
  await expect(generateText({ model, messages: talk(1), providerOptions })).rejects.toThrow(
    "providerOptions.cutpoint.conversationId is",
  );
});

test("a call whose context the provider manages passes unchanged", async () => {
  const model = withCompaction(chatModel(), { policy: { windowTokens } });
  const running = generateText({
    model,
    messages: talk(80),
    maxRetries: 0,
    providerOptions: { openai: { previousResponseId: "resp_1" } },
  });
  await expect(running).rejects.toMatchObject({ statusCode: 400 });
  expect(requests()).toHaveLength(1);
});
