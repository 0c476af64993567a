import assert from "node:assert/strict";
import { assistantMessage, createCompactor, createEstimator, userMessage } from "@cutpoint/core";
import type { CompactionState, Message } from "@cutpoint/core";
import { createExtractiveSummarizer } from "@cutpoint/extractive";

const MAXIMUM = 20_000; // only the provider knows this limit
const estimator = createEstimator();
const compactor = createCompactor({ summarizer: createExtractiveSummarizer() });

async function callModel(messages: readonly Message[]): Promise<string> {
  const tokens = messages.reduce((sum, message) => sum + estimator.estimate(message), 0);
  console.log(`A request of ${tokens} tokens`);
  if (tokens > MAXIMUM)
    throw new Error(`prompt is too long: ${tokens} tokens > ${MAXIMUM} maximum`);
  return "It fits.";
}

const items = Array.from({ length: 500 }, (_, turn) => [
  { id: `question-${turn}`, message: userMessage(`${turn}: ${"what about this? ".repeat(10)}`) },
  { id: `answer-${turn}`, message: assistantMessage("It is as it should be.") },
]).flat();
let retries = 0;
let state: CompactionState | null = null; // stored with the conversation
const fitted = await compactor.fit({ items, state });
state = fitted.state;
const answer = await callModel(fitted.view.messages).catch(async (error: unknown) => {
  const recovered = await compactor.recover({ items, state }, error);
  state = recovered.state;
  if (!recovered.retry) throw error;
  retries += 1;
  return callModel(recovered.view.messages);
});
assert.equal(retries, 1);
console.log(answer);
