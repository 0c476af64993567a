import {
  assistantMessage,
  compactMessages,
  createCharacterEstimator,
  createCompactor,
  type Message,
  textOf,
  toolMessage,
  userMessage,
} from "@cutpoint/core";
import { checkSummary } from "@cutpoint/core/kit";
import { expect, test } from "vitest";
import { createExtractiveSummarizer } from "../src/summarize.ts";
import { summaryText } from "./support/summary-text.ts";

const estimator = createCharacterEstimator({ charactersPerToken: 4 });
const summarizer = createExtractiveSummarizer();
const secret = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;

function turn(number: number): readonly Message[] {
  const call = { callId: `c${number}`, name: "read", arguments: `{"path":"src/${number}.ts"}` };
  return [
    userMessage(`What does file ${number} contain? ${"q".repeat(40)}`),
    assistantMessage("", [call]),
    toolMessage(call, "data".repeat(100)),
    assistantMessage("said".repeat(20)),
  ];
}

const conversation = Array.from({ length: 40 }, (_, number) => turn(number)).flat();
const items = conversation.map((message, index) => ({ id: `${index}`, message }));

test("the summary passes the checks of the compactor", async () => {
  const said = "The log of the build says that the third step failed with exit code 1. ".repeat(30);
  const spoken = [{ id: "1", message: userMessage(said) }];
  const text = await summaryText({ items: spoken, shortText: true });
  expect(checkSummary(text, { maxTokens: 2_000, estimator, items: spoken }).fault).toBeNull();
});

test.each([
  "There are no messages in the queue orders_2217.",
  "Sorry, provide the conversation id conv_881 first.",
])("a line of the conversation that reads like a refusal is kept: %s", async (line) => {
  const messages = [userMessage("Ask"), assistantMessage(line), ...conversation.slice(-4)];
  const options = { budgetTokens: 130, estimator, summarizer };
  const { messages: sent } = await compactMessages(messages, options);
  expect(textOf(sent[0] ?? userMessage(""))).toContain(line);
});

test.each([1_000, 2_000, 4_000])(
  "a budget of %i tokens is used and not exceeded",
  async (budgetTokens) => {
    const { messages, receipt } = await compactMessages(conversation, {
      budgetTokens,
      estimator,
      summarizer,
    });
    const tokens = messages.reduce((sum, message) => sum + estimator.estimate(message), 0);
    expect(tokens).toBeLessThanOrEqual(budgetTokens);
    expect(receipt).toMatchObject({ method: "extractive", attempts: [], tokensAfter: tokens });
  },
);

test("writes a short text on request and does not repeat secrets", async () => {
  const leak = assistantMessage("", [
    { callId: "k", name: "bash", arguments: `{"command":"login ${secret}"}` },
  ]);
  const { outcome, state } = await createCompactor({ summarizer }).fit(
    { items: [{ id: "leak", message: leak }, ...items], state: null },
    { windowTokens: 1_200, shortText: true },
  );
  expect(outcome.type === "compacted" && outcome.receipt.shortText).toMatch(/file/u);
  expect(JSON.stringify(state)).not.toContain(secret);
});
