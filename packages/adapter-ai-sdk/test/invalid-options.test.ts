import { expect, test } from "vitest";
import { invalidInputWith } from "../../core/test/support/invalid-input.ts";
import { createCompactionMiddleware } from "../src/middleware.ts";
import { createPrepareStep } from "../src/prepare-step.ts";
import { createAiSdkSummarizer } from "../src/summarizer.ts";
import { writeCompactionData } from "../src/ui/compaction-data.ts";
import { withCompaction } from "../src/with-compaction.ts";

const MODEL = 'model is "gpt-5": expected a model object, such as openai("gpt-5")';

test.each<[string, () => unknown, string]>([
  ["the name of a model", () => withCompaction("gpt-5" as never), MODEL],
  ["no model", () => withCompaction(undefined as never), "model is undefined: expected a model"],
  ["the name of a summary model", () => createAiSdkSummarizer("gpt-5" as never), MODEL],
  [
    "a summarizer that is null",
    () => createCompactionMiddleware({ summarizer: null as never }),
    "summarizer is null: expected a summarizer",
  ],
  [
    "a step's summarizer that is null",
    () => createPrepareStep({ summarizer: null as never }),
    "summarizer is null: expected a summarizer",
  ],
  ["no writer", () => writeCompactionData(undefined as never), "writer is undefined: expected"],
])("%s is rejected by name", (_name, create, message) => {
  expect(create).toThrow(invalidInputWith(message));
});
