import { HumanMessage } from "@langchain/core/messages";
import { expect, test } from "vitest";
import { invalidInputWith } from "../../core/test/support/invalid-input.ts";
import { createLangChainSummarizer } from "../src/summarizer.ts";
import { compactChatMessages, createMessageCompactor } from "../src/compact-chat-messages.ts";
import { createCounterEstimator } from "../src/counter-estimator.ts";
import { CompactingChatMessageHistory } from "../src/history/compacting-chat-message-history.ts";

const none = undefined as never;

test.each<[string, () => unknown, string]>([
  ["no model", () => createLangChainSummarizer(none), "model is undefined: expected a chat model"],
  ["no counter", () => createCounterEstimator(none), "tokenCounter is undefined: expected"],
  ["a history without options", () => new CompactingChatMessageHistory(none), "sessionId is"],
  ["a step of a chain", () => createMessageCompactor(none), "maxTokens is undefined: expected"],
])("%s is rejected by name", (_name, create, message) => {
  expect(create).toThrow(invalidInputWith(message));
});

test.each<[unknown, string]>([
  [{ maxTokens: 0 }, "maxTokens is 0: expected a positive number of tokens"],
  [{}, "maxTokens is undefined: expected a positive number of tokens"],
  [undefined, "maxTokens is undefined: expected a positive number of tokens"],
  [{ maxTokens: "500" }, 'maxTokens is "500": expected a positive number of tokens'],
  [{ maxTokens: 500, summarizer: null }, "summarizer is null: expected a summarizer"],
])("compactChatMessages with %j names the option", async (options, message) => {
  await expect(compactChatMessages([new HumanMessage("Hi")], options as never)).rejects.toThrow(
    message,
  );
});
