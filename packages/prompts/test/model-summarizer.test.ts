import { createEstimator, emptyDigest, humanMessage, type SummaryRequest } from "@cutpoint/core";
import { expect, test } from "vitest";
import {
  type Completion,
  createModelSummarizer,
  type Prompt,
  summaryPrompt,
} from "../src/index.ts";

const request: SummaryRequest = {
  covered: [{ id: "1", message: humanMessage("Hello.") }],
  turnPrefix: [],
  kept: [],
  previousSummary: null,
  previousMark: null,
  live: null,
  contextLines: [],
  prompt: null,
  shortText: false,
  maxCalls: 8,
  digest: emptyDigest(),
  instructions: "Be short.",
  maxTokens: 321,
  estimator: createEstimator(),
};
const never = new AbortController().signal;

function answering(completion: Completion): ReturnType<typeof createModelSummarizer> {
  return createModelSummarizer({ complete: () => Promise.resolve(completion), name: "a-model" });
}

test("T143 asks once, with the prompt, the limit and the signal", async () => {
  const asked: unknown[] = [];
  const summarizer = createModelSummarizer({
    complete: (prompt: Prompt, options) => {
      asked.push([prompt, options]);
      return Promise.resolve({ text: " ## Goal\n- x \n", stopReason: "stop" });
    },
  });
  const { signal } = new AbortController();
  expect(await summarizer.summarize(request, signal)).toEqual({
    text: "## Goal\n- x",
    method: "model",
    calls: 1,
  });
  expect(asked).toEqual([[summaryPrompt(request), { signal, maxTokens: 321 }]]);
});

test("goes by the model's name", async () => {
  const summarizer = answering({ text: "ok" });
  expect(summarizer.name).toBe("a-model");
  expect((await summarizer.summarize(request, never)).method).toBe("a-model");
});

test.each(["", " \n\t"])("F27 an answer without text (%j) is a failure", async (text) => {
  await expect(answering({ text }).summarize(request, never)).rejects.toMatchObject({
    code: "summary-failed",
    message: expect.stringContaining("empty") as string,
  });
});

test.each(["length", "max_tokens"])("F28 so is one that was cut off (%s)", async (stopReason) => {
  const failing = answering({ text: "## Goal\n- half a", stopReason }).summarize(request, never);
  await expect(failing).rejects.toMatchObject({
    code: "summary-failed",
    message: expect.stringContaining("321 tokens") as string,
  });
});

test("a model that cannot be asked is a failure with its cause", async () => {
  const cause = new Error("connection lost");
  const summarizer = createModelSummarizer({ complete: () => Promise.reject(cause) });
  await expect(summarizer.summarize(request, never)).rejects.toMatchObject({
    code: "summary-failed",
    cause,
  });
});

test("an aborted run says so, before and during the call", async () => {
  const during = new AbortController();
  const summarizer = createModelSummarizer({
    complete: () => {
      during.abort();
      return Promise.reject(new Error("stopped"));
    },
  });
  await expect(summarizer.summarize(request, AbortSignal.abort())).rejects.toMatchObject({
    code: "aborted",
  });
  await expect(summarizer.summarize(request, during.signal)).rejects.toMatchObject({
    code: "aborted",
  });
});
