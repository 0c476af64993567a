import { ChatAnthropic } from "@langchain/anthropic";
import { HumanMessage } from "@langchain/core/messages";
import { ChatOpenAI } from "@langchain/openai";
import { expect, test } from "vitest";
import { createLangChainSummarizer } from "../src/summarizer.ts";
import { compactChatMessages } from "../src/compact-chat-messages.ts";
import { filler, provider } from "./agent/rig.ts";

/** Clients as their packages make them: they retry 6 times. */
const CLIENTS = {
  "OpenAI's Chat Completions": (url: string) =>
    new ChatOpenAI({ model: "any", apiKey: "none", configuration: { baseURL: `${url}/v1` } }),
  "OpenAI's Responses": (url: string) =>
    new ChatOpenAI({
      model: "any",
      apiKey: "none",
      useResponsesApi: true,
      configuration: { baseURL: `${url}/v1` },
    }),
  Anthropic: (url: string) =>
    new ChatAnthropic({ model: "any", apiKey: "none", anthropicApiUrl: url, maxTokens: 400 }),
};

const messages = Array.from({ length: 20 }, (_, turn) => new HumanMessage(filler(turn, 120)));

/** Returns the number of requests for a summary by a model that is down. */
async function requestsWith(
  client: keyof typeof CLIENTS,
  options: Parameters<typeof createLangChainSummarizer>[1],
): Promise<number> {
  await using down = await provider(100_000, () => ({ type: "failure", failure: "server-error" }));
  const summarizer = createLangChainSummarizer(CLIENTS[client](down.url), options);
  const shorter = await compactChatMessages(messages, { maxTokens: 1000, summarizer });
  expect(shorter.length).toBeLessThan(messages.length);
  return down.requests().length;
}

test.each(Object.keys(CLIENTS) as (keyof typeof CLIENTS)[])(
  "the retries of a client for %s can be switched off for summaries",
  async (client) => {
    expect(await requestsWith(client, { retries: 0 })).toBe(1);
  },
);

test("a summary call is retried twice", { tags: ["long"] }, async () => {
  expect(await requestsWith("OpenAI's Chat Completions", {})).toBe(3);
});
