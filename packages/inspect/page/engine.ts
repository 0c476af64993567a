import { createEstimator, type Message } from "@cutpoint/core";
import { needsOf, type Reading, readingOf } from "@cutpoint/eval/measures";
import { describeResult } from "../src/compaction-result.ts";
import { compactWith } from "../src/methods.ts";
import { createAdjustableEstimator } from "../src/adjustable-estimator.ts";
import { readingInput } from "../src/reading-input.ts";
import type { EngineAnswer, EngineRequest } from "./engine-messages.ts";

let reading: Reading | null = null;
let all: readonly Message[] = [];
const estimator = createAdjustableEstimator(createEstimator());

self.addEventListener("message", ({ data }: MessageEvent<EngineRequest>) => {
  if (data.type === "open") {
    all = data.messages.map(({ message }) => message);
    for (const { message, tokens } of data.messages) estimator.set(message, tokens);
    reading = null;
  } else
    void compact(data).then((answer) => {
      self.postMessage(answer, {});
    });
});

async function compact(request: EngineRequest & { type: "compact" }): Promise<EngineAnswer> {
  const { at, before, id, settings } = request;
  try {
    reading ??= readingOf(readingInput(all), estimator);
    const needs = needsOf(reading, { share: 0, at, historyTokens: 0 });
    const messages = before.map((message) =>
      typeof message === "number" ? (all[message] as Message) : message,
    );
    const started = performance.now();
    const compacted = await compactWith(messages, settings, estimator);
    const milliseconds = performance.now() - started;
    const context = { reading, estimator, at, history: all.slice(0, at), needs };
    return {
      id,
      milliseconds,
      result: describeResult(settings.method, compacted, context),
      needs: needs.anchors,
      error: null,
    };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return { id, milliseconds: 0, result: null, needs: [], error: text };
  }
}
