import { assistantMessage } from "@cutpoint/core";
import { get_encoding } from "tiktoken";
import { expect, test } from "vitest";
import type { ChatMessage, ChatRequest, ChatToolCall } from "../src/chat.ts";
import { createCounter } from "../src/count-request.ts";
import { createOpenAIModel } from "../src/openai-model.ts";
import { startChatServer } from "./chat-server.ts";

const user: ChatMessage = { role: "user", content: "How many files are there?" };

function call(id: string): ChatToolCall {
  return { id, type: "function", function: { name: "list_files", arguments: '{"path":"."}' } };
}

function result(id: string): ChatMessage {
  return { role: "tool", tool_call_id: id, content: "a.ts  12" };
}

const request: ChatRequest = {
  messages: [
    user,
    { role: "assistant", content: null, tool_calls: [call("a"), call("b")] },
    result("a"),
    result("b"),
  ],
  tools: [
    {
      type: "function",
      function: { name: "list_files", description: "List.", parameters: { type: "object" } },
    },
  ],
};

const count = createCounter();

test("counts 4 per message, content, 4 + name + arguments per call, 4 per result, and the tools as JSON", () => {
  const encoding = get_encoding("o200k_base");
  const tokens = (text: string): number => encoding.encode_ordinary(text).length;
  const counted = count(request);
  const ofCall = 4 + tokens("list_files") + tokens('{"path":"."}');
  const ofResult = 8 + tokens("a.ts  12");
  const ofUser = 4 + tokens("How many files are there?");
  expect(counted.messageTokens).toEqual([ofUser, 4 + 2 * ofCall, ofResult, ofResult]);
  expect(counted.toolTokens).toBe(tokens(JSON.stringify(request.tools)));
  expect(counted.tokens).toBe(ofUser + 4 + 2 * ofCall + 2 * ofResult + counted.toolTokens);
});

test("counts as the provider does, which refuses one token more than its window holds", async () => {
  const { tokens } = count(request);
  const model = { name: "brief", answer: async () => assistantMessage("Two.") };
  const ask = async (windowTokens: number): Promise<unknown> => {
    await using server = await startChatServer(model, windowTokens);
    return await createOpenAIModel({
      apiKey: "none",
      model: "brief",
      baseURL: server.baseURL,
    }).answer(request);
  };
  expect(await ask(tokens + 100)).toMatchObject({ usage: { inputTokens: tokens } });
  await expect(ask(tokens - 1)).rejects.toThrow(
    `maximum context length is ${tokens - 1} tokens. However, your messages resulted in ${tokens} tokens`,
  );
});

test("reads the names of special tokens as plain text", () => {
  const messages: readonly ChatMessage[] = [{ role: "user", content: "<|endoftext|>" }];
  expect(count({ messages, tools: [] }).tokens).toBeGreaterThan(5);
});
