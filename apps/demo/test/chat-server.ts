import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { textOf, toolCalls } from "@cutpoint/core";
import type { ChatMessage, ChatRequest } from "../src/chat.ts";
import { createGate } from "../src/gate.ts";
import type { Model } from "../src/model.ts";

/** A localhost provider that speaks Chat Completions, strict as the gate, with a {@link Model} behind it. */
export type ChatServer = AsyncDisposable & {
  readonly baseURL: string;
  /** What came in, in order. */
  readonly requests: readonly (ChatRequest & { readonly model: string })[];
  /** The key that each request carried. */
  readonly keys: readonly (string | undefined)[];
};

export async function startChatServer(model: Model, windowTokens: number): Promise<ChatServer> {
  const gate = createGate(windowTokens);
  const requests: (ChatRequest & { readonly model: string })[] = [];
  const keys: (string | undefined)[] = [];

  const complete = async (body: string): Promise<readonly [status: number, answer: unknown]> => {
    const request = JSON.parse(body) as ChatRequest & { readonly model: string };
    requests.push(request);
    try {
      const { tokens } = gate.check(request);
      const answer = await model.answer(request);
      const calls = toolCalls(answer).map((call) => ({
        id: call.callId,
        type: "function",
        function: { name: call.name, arguments: call.arguments },
      }));
      const message = {
        role: "assistant",
        content: textOf(answer) === "" ? null : textOf(answer),
        ...(calls.length > 0 ? { tool_calls: calls } : {}),
      };
      const output = gate.count({ messages: [message as ChatMessage], tools: [] }).tokens;
      return [
        200,
        {
          id: `chatcmpl-${requests.length}`,
          object: "chat.completion",
          created: 0,
          model: request.model,
          choices: [{ index: 0, message, finish_reason: calls.length > 0 ? "tool_calls" : "stop" }],
          usage: {
            prompt_tokens: tokens,
            completion_tokens: output,
            total_tokens: tokens + output,
          },
        },
      ];
    } catch (error) {
      const { code, message } = error as { code: string; message: string };
      return [400, { error: { message, type: "invalid_request_error", code, param: null } }];
    }
  };

  const server = createServer((incoming, outgoing) => {
    keys.push(incoming.headers.authorization);
    let body = "";
    incoming.setEncoding("utf8");
    incoming.on("data", (chunk: string) => (body += chunk));
    incoming.on("end", () => {
      void complete(incoming.url === "/v1/chat/completions" ? body : "{}").then(
        ([status, answer]) => {
          outgoing.writeHead(status, { "content-type": "application/json" });
          outgoing.end(JSON.stringify(answer));
        },
      );
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseURL: `http://127.0.0.1:${port}/v1`,
    requests,
    keys,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
