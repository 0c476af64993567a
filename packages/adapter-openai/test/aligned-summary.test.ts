import {
  createOpenAIChatSummarizer,
  createOpenAIResponsesSummarizer,
} from "@cutpoint/prompts/openai";
import OpenAI from "openai";
import { expect, test } from "vitest";
import { MODEL, readFromCache } from "../../conformance/test/support/adapter/read-from-cache.ts";
import { chatConversationOf, responsesConversationOf } from "../src/index.ts";
import { chat } from "./conformance/chat.ts";
import { responses } from "./conformance/responses.ts";
import { hostRig } from "./conformance/rig.ts";

const clientOf = (url: string): OpenAI => new OpenAI({ apiKey: "none", baseURL: `${url}/v1` });

test("Chat Completions: the conversation's model reads it for a summary from its cache", async () => {
  const { counted, reported, share } = await readFromCache(hostRig(chat, false), (url) =>
    createOpenAIChatSummarizer({
      client: clientOf(url),
      model: MODEL,
      conversation: chatConversationOf,
    }),
  );
  expect(share).toBeGreaterThan(0.9);
  expect(reported).toEqual(counted);
});

test("Responses: the conversation's model reads it for a summary from its cache", async () => {
  const { counted, reported, share } = await readFromCache(hostRig(responses, false), (url) =>
    createOpenAIResponsesSummarizer({
      client: clientOf(url),
      model: MODEL,
      conversation: responsesConversationOf,
    }),
  );
  expect(share).toBeGreaterThan(0.9);
  expect(reported).toEqual(counted);
});
