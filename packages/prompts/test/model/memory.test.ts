import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { createModelSummarizer } from "../../src/model/model-summarizer.ts";
import { finished, never, requestFor, summaryWith } from "../support/conversation.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

const SUMMARIES = 60;

/** The memory that a client's listener refers to in each call, in bytes. */
const CALL_BYTES = 160_000;

test("a caller's signal keeps no finished call in memory", async () => {
  const summarizer = createModelSummarizer({
    name: "a-model",
    complete: async (_prompt, { signal }) => {
      const held = Array.from({ length: CALL_BYTES / 8 }, () => Math.random());
      signal.addEventListener("abort", () => held.length);
      return finished(summaryWith());
    },
  });
  await summarizer.summarize(requestFor(), never);
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  for (let count = 0; count < SUMMARIES; count += 1)
    await summarizer.summarize(requestFor(), never);
  collectGarbage();
  const grown = process.memoryUsage().heapUsed - before;
  expect(grown).toBeLessThan((SUMMARIES * CALL_BYTES) / 4);
});
