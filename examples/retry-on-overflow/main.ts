import { assistantMessage, createCompactor, createEstimator, humanMessage } from "@cutpoint/core";
import type { Mark, Message } from "@cutpoint/core";

const MAXIMUM = 6_000; // what the model takes; we were told 8,000
const estimator = createEstimator();
const compactor = createCompactor({ policy: { windowTokens: 8_000 } });

async function callModel(messages: readonly Message[]): Promise<string> {
  const tokens = messages.reduce((sum, message) => sum + estimator.estimate(message), 0);
  if (tokens > MAXIMUM)
    throw new Error(`prompt is too long: ${tokens} tokens > ${MAXIMUM} maximum`);
  return `Read ${tokens} tokens`;
}

const items = Array.from({ length: 120 }, (_, turn) => [
  { id: `question-${turn}`, message: humanMessage(`${turn}: ${"what about this? ".repeat(10)}`) },
  { id: `answer-${turn}`, message: assistantMessage("It is as it should be.") },
]).flat();
let mark: Mark | null = null;
const fitted = await compactor.fit({ items, mark });
mark = fitted.mark;
const answer = await callModel(fitted.view.messages).catch(async (error: unknown) => {
  const recovered = await compactor.recover({ items, mark }, error);
  if (!recovered.retry) throw error;
  mark = recovered.mark; // to be kept with the conversation
  return callModel(recovered.view.messages);
});
console.log(answer);
