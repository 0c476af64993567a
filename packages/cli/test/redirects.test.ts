import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { type Summarizer, userMessage } from "@cutpoint/core";
import { createChatClient } from "@cutpoint/example-chat";
import { createRemoteSummarizer } from "@cutpoint/prompts/remote";
import { afterEach, expect, test, vi } from "vitest";
import { summaryRequest } from "../../../tooling/laws/src/generate/summary-request.ts";
import { parseSummarizer } from "../src/summarizer-flag.ts";

afterEach(() => void vi.unstubAllEnvs());

const headers = { authorization: "Bearer key", "api-key": "key", "x-api-key": "key" };

async function summarize(summarizer: Summarizer): Promise<void> {
  const items = [{ id: "a", message: userMessage("private words") }];
  await summarizer.summarize(summaryRequest({ items }), new AbortController().signal);
}

/** Everything that sends a request, by name. */
const senders: Readonly<Record<string, (url: string) => Promise<unknown>>> = {
  "a remote summarizer": async (endpoint) =>
    summarize(createRemoteSummarizer({ endpoint, headers })),
  "--summarizer openai": async (url) => {
    vi.stubEnv("OPENAI_API_KEY", "key");
    vi.stubEnv("OPENAI_BASE_URL", url);
    await summarize(parseSummarizer("openai:model"));
  },
  "--summarizer anthropic": async (url) => {
    vi.stubEnv("ANTHROPIC_API_KEY", "key");
    vi.stubEnv("ANTHROPIC_BASE_URL", url);
    await summarize(parseSummarizer("anthropic:model"));
  },
  "the client of the chat": async (url) =>
    createChatClient({ url, headers }).send({
      model: "m",
      messages: [{ role: "user", content: "private words" }],
    }),
};

test.each(Object.entries(senders))("%s does not follow a redirect", async (_name, send) => {
  let reached = 0;
  await using other = await listen((_request, response) => {
    reached += 1;
    response.end("{}");
  });
  for (const status of [301, 302, 303, 307, 308]) {
    let asked = 0;
    await using first = await listen((request, response) => {
      asked += 1;
      request.resume();
      response.writeHead(status, { location: other.url }).end();
    });
    await expect(send(first.url)).rejects.toThrow(/./u);
    expect(asked).toBe(1);
  }
  expect(reached).toBe(0);
});

async function listen(
  answer: RequestListener,
): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
