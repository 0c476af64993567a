import { compactMessages } from "@cutpoint/core";
import { startProvider } from "@cutpoint/provider-sim";
import { OpenAIProvider } from "@openai/agents-openai";
import OpenAI from "openai";
import { expect, test } from "vitest";
import { createAgentsSummarizer } from "../src/summarizer.ts";
import { fromAgentItems } from "../src/items/convert.ts";
import { withDefaults } from "../src/model/compactor-defaults.ts";
import { talk } from "./support/run-agent.ts";

test.each([true, false])(
  "the retries of a client are switched off for summaries, Responses: %s",
  async (useResponses) => {
    await using down = await startProvider({
      windowTokens: 100_000,
      script: () => ({ type: "failure", failure: "server-error" }),
    });
    // As OpenAI's package makes it: it retries twice.
    const openAIClient = new OpenAI({ apiKey: "none", baseURL: `${down.url}/v1` });
    const model = new OpenAIProvider({ openAIClient, useResponses }).getModel("any");
    const messages = fromAgentItems(talk(20));
    const compacted = await compactMessages(messages, {
      ...withDefaults({ summarizer: createAgentsSummarizer(model, { retries: 0 }) }),
      budgetTokens: 2000,
    });
    expect(compacted.messages.length).toBeLessThan(messages.length);
    expect(down.requests()).toHaveLength(1);
  },
);
