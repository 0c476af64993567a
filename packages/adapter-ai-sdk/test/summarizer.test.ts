import { createOpenAI } from "@ai-sdk/openai";
import { assistantMessage, compactMessages, userMessage } from "@cutpoint/core";
import { expect, test } from "vitest";
import { fillIn } from "../../prompts/test/support/fill-in.ts";
import { createAiSdkSummarizer } from "../src/summarizer.ts";

/** A model whose answers follow the prompt and end for a reason. */
function modelEndingBy(reason: string): Parameters<typeof createAiSdkSummarizer>[0] {
  return createOpenAI({
    apiKey: "none",
    fetch: async (_url, init) => {
      const { messages } = JSON.parse(await new Response(init?.body ?? "").text()) as {
        readonly messages: readonly { readonly content: string }[];
      };
      const content = fillIn(messages.map((message) => message.content).join("\n"));
      const message = { role: "assistant", content };
      return Response.json({
        choices: [{ index: 0, message, finish_reason: reason }],
        usage: { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 },
      });
    },
  }).chat("any");
}

const messages = Array.from({ length: 40 }, (_, index) => [
  userMessage(`Question ${index}: ${"what about this? ".repeat(10)}`),
  assistantMessage(`Answer ${index}: ${"it is like that. ".repeat(10)}`),
]).flat();

test("the usage of a summary is in the receipt", async () => {
  const summarizer = createAiSdkSummarizer(modelEndingBy("stop"));
  const { receipt } = await compactMessages(messages, { budgetTokens: 1500, summarizer });
  expect(receipt).toMatchObject({
    method: "ai-sdk-model",
    attempts: [{ usage: { inputTokens: 7, outputTokens: 3 } }],
  });
});

test.each(["content_filter", "tool_calls"])(
  "an answer that ends by %s is no summary",
  async (reason) => {
    const summarizer = createAiSdkSummarizer(modelEndingBy(reason));
    const compacted = compactMessages(messages, { budgetTokens: 1500, summarizer });
    await expect(compacted).rejects.toMatchObject({ code: "summary-failed" });
  },
);
