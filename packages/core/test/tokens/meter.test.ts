import { expect, test } from "vitest";
import { type Message, userMessage } from "../../src/message/message.ts";
import { runAtOnce } from "../../src/message/steps.ts";
import { createCharacterEstimator } from "../../src/tokens/character-estimator.ts";
import { measureView } from "../../src/tokens/meter.ts";

const estimator = createCharacterEstimator({ charactersPerToken: 4 });

function answer(inputTokens: number, outputTokens: number, model = "m"): Message {
  return {
    role: "assistant",
    parts: [{ type: "text", text: "Yes." }],
    model,
    usage: { inputTokens, outputTokens },
  };
}

test("the size of the context is that of the newest answer, not the sum of all answers", () => {
  const messages = [
    userMessage("one"),
    answer(1_000, 50),
    userMessage("two"),
    answer(1_100, 60),
    userMessage("three"),
    answer(1_200, 70),
  ];
  const items = messages.map((message, index) => ({ id: String(index), message }));
  const meter = runAtOnce(measureView({ items, state: null }, estimator));
  const estimatedTokens = messages.reduce((sum, message) => sum + estimator.estimate(message), 0);
  expect(meter.anchorFor("m")).toEqual({ reportedTokens: 1_270, estimatedTokens });
  expect(meter.anchorFor(undefined)).toEqual({ reportedTokens: 1_270, estimatedTokens });
  meter.add({ id: "later", message: answer(900, 10, "other") });
  expect(meter.anchorFor("m")?.reportedTokens).toBe(1_270);
  expect(meter.anchorFor("other")?.reportedTokens).toBe(910);
});

test("a report below half of the estimate measures another view and is ignored", () => {
  const question = { id: "question", message: userMessage("w".repeat(62_000)) };
  const estimatedTokens = estimator.estimate(question.message);
  const reports = [Math.ceil(estimatedTokens / 5), Math.ceil(estimatedTokens / 2)];
  const anchors = reports.map((inputTokens) => {
    const items = [question, { id: "answer", message: answer(inputTokens, 10) }];
    return runAtOnce(measureView({ items, state: null }, estimator)).anchorFor("m");
  });
  expect(anchors[0]).toBeNull();
  expect(anchors[1]?.reportedTokens).toBe((reports[1] ?? 0) + 10);
});
