import OpenAI, { BadRequestError } from "openai";
import { describe, expect, test } from "vitest";
import type { Step } from "../src/script.ts";
import { type Provider, startProvider } from "../src/start-provider.ts";

const USER = { role: "user", content: "What does the file say?" } as const;
const CALLS: Step = {
  type: "answer",
  reasoning: "I must read it.",
  text: "I read it. 📖",
  calls: [
    { name: "read_file", arguments: '{"path":"a.txt"}', id: "call_a" },
    { name: "read_file", arguments: '{"path":"b.txt"}' },
  ],
};
const TOOLS = [
  {
    type: "function",
    function: { name: "read_file", parameters: { type: "object", properties: {} } },
  },
] as const;

function clientOf(provider: Provider): OpenAI {
  return new OpenAI({ apiKey: "none", baseURL: `${provider.url}/v1`, maxRetries: 0 });
}

describe("Chat Completions, through the real client", () => {
  test("returns text, calls, a finish reason and its own token count", async () => {
    await using provider = await startProvider({ windowTokens: 1_000, script: [CALLS, "Both."] });
    const client = clientOf(provider);
    const first = await client.chat.completions.create({
      model: "gpt-5",
      messages: [USER],
      tools: [...TOOLS],
    });
    const choice = first.choices[0]!;
    expect(choice.finish_reason).toBe("tool_calls");
    expect(choice.message.content).toBe("I read it. 📖");
    const calls = choice.message.tool_calls ?? [];
    expect(calls.map(({ id }) => id)).toEqual(["call_a", expect.stringMatching(/^call_/)]);
    expect(first.usage?.prompt_tokens).toBe(provider.requests()[0]?.inputTokens);
    expect(first.usage?.completion_tokens_details?.reasoning_tokens).toBeGreaterThan(0);

    const second = await client.chat.completions.create({
      model: "gpt-5",
      tools: [...TOOLS],
      messages: [
        USER,
        choice.message,
        ...calls.map(({ id }) => ({ role: "tool", tool_call_id: id, content: "x" }) as const),
      ],
    });
    expect(second.choices[0]?.message.content).toBe("Both.");
    expect(second.choices[0]?.finish_reason).toBe("stop");
    expect(second.usage?.prompt_tokens_details?.cached_tokens).toBe(first.usage?.prompt_tokens);
    expect(provider.requests()[1]?.messages.map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "tool",
      "tool",
    ]);
  });

  test("streams the same answer in chunks, with usage if requested", async () => {
    await using provider = await startProvider({ windowTokens: 1_000, script: () => CALLS });
    const client = clientOf(provider);
    const whole = await client.chat.completions.create({ model: "gpt-5", messages: [USER] });
    const stream = client.chat.completions.stream({
      model: "gpt-5",
      messages: [USER],
      stream_options: { include_usage: true },
    });
    let pieces = 0;
    stream.on("content", () => (pieces += 1));
    const streamed = await stream.finalChatCompletion();
    expect(pieces).toBeGreaterThan(0);
    expect(streamed.choices[0]?.message.content).toBe(whole.choices[0]?.message.content);
    expect(
      streamed.choices[0]?.message.tool_calls?.map((call) =>
        call.type === "function" ? call.function.arguments : "",
      ),
    ).toEqual(['{"path":"a.txt"}', '{"path":"b.txt"}']);
    expect(streamed.choices[0]?.finish_reason).toBe("tool_calls");
    expect(streamed.usage?.prompt_tokens).toBe(whole.usage?.prompt_tokens);
  });

  test("no chunk of a stream splits a character", async () => {
    const text = "a".repeat(23) + "😀".repeat(40);
    await using provider = await startProvider({ windowTokens: 1_000, script: [text] });
    const stream = await clientOf(provider).chat.completions.create({
      model: "gpt-5",
      messages: [USER],
      stream: true,
    });
    const chunks = await Array.fromAsync(stream);
    const pieces = chunks.map(({ choices }) => choices[0]?.delta.content ?? "");
    expect(pieces.join("")).toBe(text);
    expect(pieces.every((piece) => piece.isWellFormed())).toBe(true);
    expect(pieces.length).toBeGreaterThan(3);
  });

  test("an overflow is the client's BadRequestError with the code", async () => {
    await using provider = await startProvider({ windowTokens: 5 });
    const asking = clientOf(provider).chat.completions.create({
      model: "gpt-5",
      messages: [USER],
      stream: true,
    });
    const error: unknown = await asking.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(BadRequestError);
    expect(error).toMatchObject({
      status: 400,
      code: "context_length_exceeded",
      type: "invalid_request_error",
      param: "messages",
    });
    expect(provider.requests()[0]).toMatchObject({ inputTokens: 10, endpoint: "openai-chat" });
  });

  test("a long conversation with every allowed kind of content is answered", async () => {
    await using provider = await startProvider({ windowTokens: 10_000, script: ["Yes."] });
    const answer = await clientOf(provider).chat.completions.create({
      model: "gpt-5",
      messages: [
        { role: "developer", content: "Be brief." },
        { role: "system", content: [{ type: "text", text: "Be kind." }] },
        { role: "assistant", content: "Hello." },
        {
          role: "user",
          name: "ann",
          content: [
            { type: "text", text: "See" },
            { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
          ],
        },
        USER,
        {
          role: "assistant",
          tool_calls: [
            { id: "a", type: "function", function: { name: "f", arguments: "{}" } },
            { id: "b", type: "function", function: { name: "f", arguments: "[]" } },
          ],
        },
        { role: "tool", tool_call_id: "b", content: "" },
        { role: "tool", tool_call_id: "a", content: "\ud83d\ude00 \\ud83d" },
        { role: "assistant", content: "So.", refusal: null },
        {
          role: "assistant",
          tool_calls: [{ id: "a", type: "function", function: { name: "f", arguments: "{}" } }],
        },
        { role: "tool", tool_call_id: "a", content: [{ type: "text", text: "again" }] },
      ],
    });
    expect(answer.choices[0]?.message.content).toBe("Yes.");
    expect(provider.requests()[0]?.messages[3]).toEqual({
      role: "user",
      provenance: "user",
      parts: [
        { type: "text", text: "See" },
        { type: "file", mediaType: "image/png", url: "data:image/png;base64,AAAA" },
      ],
    });
  });
});
