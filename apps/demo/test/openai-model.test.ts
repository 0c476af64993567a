import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { assistantMessage } from "@cutpoint/core";
import { expect, test } from "vitest";
import type { ChatRequest } from "../src/chat.ts";
import type { Model } from "../src/model.ts";
import { createOpenAIModel } from "../src/openai-model.ts";
import { startChatServer } from "./chat-server.ts";

const request: ChatRequest = {
  messages: [
    { role: "system", content: "Be exact." },
    { role: "user", content: "List two folders." },
    {
      role: "assistant",
      content: null,
      tool_calls: [
        { id: "a", type: "function", function: { name: "list_files", arguments: '{"path":"."}' } },
      ],
    },
    { role: "tool", tool_call_id: "a", content: "src/" },
  ],
  tools: [
    {
      type: "function",
      function: { name: "list_files", description: "List.", parameters: { type: "object" } },
    },
  ],
};

const calling: Model = {
  name: "caller",
  answer: async () =>
    assistantMessage("Two at once", [
      { callId: "b", name: "list_files", arguments: '{"path":"a"}' },
      { callId: "c", name: "list_files", arguments: '{"path":"b"}' },
    ]),
};

test("the openai client sends the request unchanged and returns text, calls and usage", async () => {
  await using server = await startChatServer(calling, 1_000);
  const model = createOpenAIModel({ apiKey: "key", model: "small", baseURL: server.baseURL });
  const answer = await model.answer(request);
  expect(server.requests()).toEqual([{ model: "small", ...request }]);
  expect(answer.parts).toEqual((await calling.answer(request)).parts);
  expect(answer).toMatchObject({ role: "assistant", finishReason: "stop" });
  expect(answer.usage!.inputTokens).toBeGreaterThan(20);
  expect(answer.usage!.outputTokens).toBeGreaterThan(10);
});

test("a rejected request rejects with status and code, without retries", async () => {
  await using server = await startChatServer(calling, 10);
  const model = createOpenAIModel({ apiKey: "key", model: "small", baseURL: server.baseURL });
  await expect(model.answer(request)).rejects.toMatchObject({
    status: 400,
    code: "context_length_exceeded",
  });
  expect(server.requests()).toHaveLength(1);
});

test("each request contains the key", async () => {
  const keys: (string | undefined)[] = [];
  const server = createServer((incoming, outgoing) => {
    keys.push(incoming.headers.authorization);
    outgoing.writeHead(401).end();
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const model = createOpenAIModel({
    apiKey: "key",
    model: "small",
    baseURL: `http://127.0.0.1:${port}/v1`,
  });
  await expect(model.answer(request)).rejects.toMatchObject({ status: 401 });
  expect(keys).toEqual(["Bearer key"]);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
