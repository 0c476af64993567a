import Anthropic, { BadRequestError } from "@anthropic-ai/sdk";
import { describe, expect, test } from "vitest";
import type { Step } from "../src/script.ts";
import { type Provider, startProvider } from "../src/start-provider.ts";

const CALLS: Step = {
  type: "answer",
  reasoning: "I must read it.",
  text: "I read it.",
  calls: [{ name: "read_file", arguments: '{"path":"a.txt"}' }],
};
const REQUEST = {
  model: "claude-sonnet-5",
  max_tokens: 200,
  messages: [{ role: "user", content: "What does the file say?" }],
} as const;

function clientOf(provider: Provider): Anthropic {
  return new Anthropic({ apiKey: "none", baseURL: provider.url, maxRetries: 0 });
}

function asked(): Anthropic.MessageCreateParamsNonStreaming {
  return { ...REQUEST, messages: [...REQUEST.messages] };
}

describe("Messages, through the real client", () => {
  test("returns blocks that it accepts back unchanged, with its own token count", async () => {
    await using provider = await startProvider({ windowTokens: 1_000, script: [CALLS, "Done."] });
    const client = clientOf(provider);
    const cached: Anthropic.TextBlockParam[] = [
      { type: "text", text: "Be brief.", cache_control: { type: "ephemeral" } },
    ];
    const first = await client.messages.create({ ...asked(), system: cached });
    expect(first.stop_reason).toBe("tool_use");
    expect(first.content.map(({ type }) => type)).toEqual(["thinking", "text", "tool_use"]);
    expect(first.usage.input_tokens + (first.usage.cache_creation_input_tokens ?? 0)).toBe(
      provider.requests()[0]?.inputTokens,
    );
    const call = first.content.find((block) => block.type === "tool_use")!;
    expect(call.input).toEqual({ path: "a.txt" });
    const going: Anthropic.MessageCreateParamsNonStreaming = {
      ...asked(),
      system: cached,
      thinking: { type: "enabled", budget_tokens: 100 },
      messages: [
        ...asked().messages,
        { role: "assistant", content: first.content },
        {
          role: "user",
          content: [
            { type: "tool_result", tool_use_id: call.id, content: "nothing", is_error: false },
            { type: "text", text: "And?" },
          ],
        },
      ],
    };
    const second = await client.messages.create(going);
    expect(second.content).toMatchObject([{ type: "text", text: "Done." }]);
    expect(first.usage.cache_creation_input_tokens).toBeGreaterThan(0);
    expect(second.usage.cache_read_input_tokens).toBe(first.usage.cache_creation_input_tokens);
    expect(second.usage.input_tokens + (second.usage.cache_read_input_tokens ?? 0)).toBe(
      provider.requests()[1]?.inputTokens,
    );
  });

  test("without a cache point nothing is read from the cache", async () => {
    await using provider = await startProvider({ windowTokens: 1_000 });
    const client = clientOf(provider);
    await client.messages.create(asked());
    const again = await client.messages.create(asked());
    expect(again.usage.cache_read_input_tokens).toBe(0);
    expect(provider.requests()[1]).toMatchObject({ cachedTokens: 0, cachePoints: [] });
    const asking = await client.messages.create({
      ...asked(),
      cache_control: { type: "ephemeral" },
    });
    expect(asking.usage).toMatchObject({ input_tokens: 0, cache_read_input_tokens: 0 });
  });

  test("streams the same answer in events that the client assembles", async () => {
    await using provider = await startProvider({ windowTokens: 1_000, script: () => CALLS });
    const client = clientOf(provider);
    const whole = await client.messages.create(asked());
    const streamed = await client.messages.stream(asked()).finalMessage();
    expect(streamed.content.map((block) => ({ ...block, id: "" }))).toEqual(
      whole.content.map((block) => ({ ...block, id: "" })),
    );
    expect(streamed.stop_reason).toBe(whole.stop_reason);
    expect(streamed.usage.output_tokens).toBe(whole.usage.output_tokens);
  });

  test("counts tokens as it does for answers, also beyond the window", async () => {
    await using provider = await startProvider({ windowTokens: 50, script: ["Yes."] });
    const client = clientOf(provider);
    const { max_tokens: _, ...counted } = asked();
    const { input_tokens: tokens } = await client.messages.countTokens(counted);
    const answer = await client.messages.create(asked());
    expect(tokens).toBe(answer.usage.input_tokens);
    const long = { ...counted, system: "word ".repeat(60) };
    expect((await client.messages.countTokens(long)).input_tokens).toBeGreaterThan(60);
  });

  test("an overflow is the client's BadRequestError with the vendor's message", async () => {
    await using provider = await startProvider({ windowTokens: 5 });
    const error: unknown = await clientOf(provider)
      .messages.create(asked())
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(BadRequestError);
    expect(String(error)).toContain("prompt is too long: 10 tokens > 5 maximum");
  });

  test("an answer stops when the window is full or its limit is reached", async () => {
    await using provider = await startProvider({
      windowTokens: 60,
      script: () => "word ".repeat(100),
    });
    const client = clientOf(provider);
    const full = await client.messages.create(asked());
    expect(full.stop_reason).toBe("model_context_window_exceeded");
    expect(full.usage.input_tokens + full.usage.output_tokens).toBe(60);
    const limited = await client.messages.create({ ...asked(), max_tokens: 20 });
    expect(limited.stop_reason).toBe("max_tokens");
    expect(limited.usage.output_tokens).toBe(20);
  });

  test("a conversation with every allowed kind of content is answered", async () => {
    await using provider = await startProvider({ windowTokens: 10_000, script: ["Yes."] });
    const image = { type: "base64", media_type: "image/png", data: "AAAA" } as const;
    const answer = await clientOf(provider).messages.create({
      ...asked(),
      model: "claude-haiku-4-5",
      messages: [
        { role: "user", content: "One." },
        { role: "user", content: [{ type: "image", source: image }] },
        {
          role: "assistant",
          content: [
            { type: "redacted_thinking", data: "opaque" },
            { type: "thinking", thinking: "Hm.", signature: "another provider's" },
            { type: "text", text: " " },
            { type: "text", text: "Two calls." },
            { type: "tool_use", id: "a", name: "f", input: {} },
          ],
        },
        { role: "assistant", content: [{ type: "tool_use", id: "b", name: "f", input: {} }] },
        { role: "user", content: [{ type: "tool_result", tool_use_id: "b" }] },
        {
          role: "user",
          content: [
            {
              type: "tool_result",
              tool_use_id: "a",
              content: [
                { type: "text", text: "seen" },
                { type: "image", source: image },
              ],
            },
            { type: "text", text: "Go on." },
          ],
        },
        { role: "assistant", content: "Dear" },
      ],
    });
    expect(answer.stop_reason).toBe("end_turn");
    expect(provider.requests()[0]?.messages.map(({ role }) => role)).toEqual([
      "user",
      "user",
      "assistant",
      "assistant",
      "tool",
      "tool",
      "user",
      "assistant",
    ]);
  });
});
