import OpenAI, { BadRequestError } from "openai";
import type { ResponseInputItem } from "openai/resources/responses/responses";
import { describe, expect, test } from "vitest";
import type { Step } from "../src/script.ts";
import { type Provider, startProvider } from "../src/start-provider.ts";

const CALLS: Step = {
  type: "answer",
  reasoning: "I must read it.",
  text: "I read it.",
  calls: [{ name: "read_file", arguments: '{"path":"a.txt"}' }],
};

function clientOf(provider: Provider): OpenAI {
  return new OpenAI({ apiKey: "none", baseURL: `${provider.url}/v1`, maxRetries: 0 });
}

describe("Responses, through the real client", () => {
  test("returns items that it accepts back, with its own token count", async () => {
    await using provider = await startProvider({ windowTokens: 1_000, script: [CALLS, "Done."] });
    const client = clientOf(provider);
    const question: ResponseInputItem = { role: "user", content: "What does it say?" };
    const first = await client.responses.create({
      model: "gpt-5",
      instructions: "Be brief.",
      input: [question],
    });
    expect(first.status).toBe("completed");
    expect(first.output.map(({ type }) => type)).toEqual(["reasoning", "message", "function_call"]);
    expect(first.output_text).toBe("I read it.");
    expect(first.usage?.input_tokens).toBe(provider.requests()[0]?.inputTokens);
    const call = first.output.find((item) => item.type === "function_call")!;
    const second = await client.responses.create({
      model: "gpt-5",
      instructions: "Be brief.",
      input: [
        question,
        ...(first.output as ResponseInputItem[]),
        { type: "function_call_output", call_id: call.call_id, output: "nothing" },
      ],
    });
    expect(second.output_text).toBe("Done.");
    expect(second.usage?.input_tokens_details.cached_tokens).toBe(first.usage?.input_tokens);
  });

  test("continues a stored response, and accepts a string as input", async () => {
    await using provider = await startProvider({ windowTokens: 1_000, script: ["One.", "Two."] });
    const client = clientOf(provider);
    const first = await client.responses.create({ model: "gpt-5", input: "Count." });
    const second = await client.responses.create({
      model: "gpt-5",
      input: "Go on.",
      previous_response_id: first.id,
    });
    expect(second.output_text).toBe("Two.");
    expect(provider.requests()[1]?.messages.map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "user",
    ]);
  });

  test("a response that was not stored cannot be continued", async () => {
    await using provider = await startProvider({ windowTokens: 1_000 });
    const client = clientOf(provider);
    const first = await client.responses.create({ model: "gpt-5", input: "Hi", store: false });
    const going = client.responses.create({
      model: "gpt-5",
      input: "Hi",
      previous_response_id: first.id,
    });
    await expect(going).rejects.toMatchObject({ code: "previous_response_not_found" });
  });

  test("streams the same answer in events that the client assembles", async () => {
    await using provider = await startProvider({ windowTokens: 1_000, script: () => CALLS });
    const client = clientOf(provider);
    const whole = await client.responses.create({ model: "gpt-5", input: "Hi" });
    const stream = client.responses.stream({ model: "gpt-5", input: "Hi" });
    const kinds: string[] = [];
    stream.on("event", ({ type }) => kinds.push(type));
    const streamed = await stream.finalResponse();
    expect(kinds.slice(0, 3)).toEqual([
      "response.created",
      "response.in_progress",
      "response.output_item.added",
    ]);
    expect(kinds.at(-1)).toBe("response.completed");
    expect(streamed.output_text).toBe(whole.output_text);
    expect(streamed.output.map(({ type }) => type)).toEqual(whole.output.map(({ type }) => type));
    expect(streamed.usage?.input_tokens).toBe(whole.usage?.input_tokens);
  });

  test("compacts to the user messages and one encrypted item, which it accepts back", async () => {
    await using provider = await startProvider({ windowTokens: 1_000, script: ["Yes."] });
    const client = clientOf(provider);
    const compacted = await client.responses.compact({
      model: "gpt-5",
      input: [
        { role: "user", content: "First." },
        { role: "assistant", content: "Good." },
        { role: "user", content: "Second." },
      ],
    });
    expect(compacted.object).toBe("response.compaction");
    expect(compacted.output.map(({ type }) => type)).toEqual(["message", "message", "compaction"]);
    expect(compacted.output[0]).toMatchObject({
      content: [{ type: "input_text", text: "First." }],
    });
    const answer = await client.responses.create({
      model: "gpt-5",
      input: [...(compacted.output as ResponseInputItem[]), { role: "user", content: "Well?" }],
    });
    expect(answer.output_text).toBe("Yes.");
    expect(provider.requests().map(({ endpoint }) => endpoint)).toEqual([
      "openai-responses-compact",
      "openai-responses",
    ]);
  });

  test("an overflow is an HTTP error, or with fail-in-stream a failed response in the stream", async () => {
    const request = { model: "gpt-5", input: "word ".repeat(50) };
    await using refusing = await startProvider({ windowTokens: 20 });
    const refused: unknown = await clientOf(refusing)
      .responses.create(request)
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(BadRequestError);
    expect(refused).toMatchObject({ code: "context_length_exceeded", param: "input" });

    await using failing = await startProvider({ windowTokens: 20, overflow: "fail-in-stream" });
    const events = await Array.fromAsync(
      await clientOf(failing).responses.create({ ...request, stream: true }),
    );
    expect(events.map(({ type }) => type)).toEqual([
      "response.created",
      "response.in_progress",
      "response.failed",
    ]);
    expect(events.at(-1)).toMatchObject({
      response: { status: "failed", error: { code: "context_length_exceeded" } },
    });
    const unstreamed = await clientOf(failing).responses.create(request);
    expect(unstreamed).toMatchObject({
      status: "failed",
      error: { code: "context_length_exceeded" },
    });
    expect(failing.requests()[0]?.outcome).toMatchObject({
      type: "refused",
      rule: "openai-responses/context-window",
    });
  });

  test("a conversation with every allowed kind of content is answered", async () => {
    await using provider = await startProvider({ windowTokens: 10_000, script: ["One.", "Two."] });
    const client = clientOf(provider);
    const first = await client.responses.create({ model: "gpt-5", input: "Hi" });
    const input: ResponseInputItem[] = [
      { type: "compaction", encrypted_content: "b3BhcXVl" },
      { role: "developer", content: "Be brief." },
      { type: "item_reference", id: first.output[0]?.id ?? "" },
      {
        role: "user",
        content: [
          { type: "input_text", text: "See" },
          { type: "input_image", image_url: "data:image/png;base64,AAAA", detail: "auto" },
        ],
      },
      { type: "reasoning", id: "rs_a", summary: [{ type: "summary_text", text: "Hm." }] },
      { type: "reasoning", id: "rs_b", summary: [], encrypted_content: "c2VhbGVk" },
      { type: "function_call", id: "fc_a", call_id: "a", name: "f", arguments: "{}" },
      { type: "function_call", call_id: "b", name: "f", arguments: "{}" },
      { role: "user", content: "Go on, I wait." },
      { type: "function_call_output", call_id: "b", output: "" },
      {
        type: "function_call_output",
        call_id: "a",
        output: [{ type: "input_text", text: "seen" }],
      },
      { type: "reasoning", id: "rs_c", summary: [] },
      {
        type: "web_search_call",
        id: "ws_a",
        status: "completed",
        action: { type: "search", query: "x", queries: ["x"] },
      },
      { type: "reasoning", id: "rs_d", summary: [] },
      { role: "assistant", content: "So." },
      { role: "user", content: "And?" },
    ];
    const second = await client.responses.create({ model: "gpt-5", input });
    expect(second.output_text).toBe("Two.");
    const messages = provider.requests()[1]?.messages ?? [];
    expect(messages).toHaveLength(input.length);
    expect(messages[2]).toEqual({ role: "assistant", parts: [{ type: "text", text: "One." }] });
    expect(messages[5]?.parts).toEqual([{ type: "reasoning", text: "", signature: "c2VhbGVk" }]);
  });

  test("an answer that reaches its limit is incomplete", async () => {
    await using provider = await startProvider({
      windowTokens: 1_000,
      script: ["word ".repeat(100)],
    });
    const answer = await clientOf(provider).responses.create({
      model: "gpt-5",
      input: "Hi",
      max_output_tokens: 30,
    });
    expect(answer.status).toBe("incomplete");
    expect(answer.incomplete_details).toEqual({ reason: "max_output_tokens" });
    expect(answer.usage?.output_tokens).toBeLessThanOrEqual(30);
    expect(answer.usage?.output_tokens).toBeGreaterThan(25);
  });
});
