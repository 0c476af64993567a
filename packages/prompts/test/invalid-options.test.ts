import { expect, test } from "vitest";
import { invalidInputWith } from "../../core/test/support/invalid-input.ts";
import { createAnthropicSummarizer } from "../src/client/anthropic.ts";
import {
  createOpenAIChatSummarizer,
  createOpenAIResponsesSummarizer,
} from "../src/client/openai.ts";
import { createRemoteSummarizer } from "../src/client/remote.ts";
import { createModelSummarizer } from "../src/model/model-summarizer.ts";

const none = undefined as never;
const client = {} as never;

test.each<[string, () => unknown, string]>([
  ["createModelSummarizer()", () => createModelSummarizer(none), "complete is undefined: expected"],
  [
    "a text instead of a function",
    () => createModelSummarizer({ complete: "gpt-5" as never }),
    'complete is "gpt-5": expected a function that calls a model',
  ],
  [
    "createRemoteSummarizer()",
    () => createRemoteSummarizer(none),
    "endpoint is undefined: expected",
  ],
  ...[
    createOpenAIChatSummarizer,
    createOpenAIResponsesSummarizer,
    createAnthropicSummarizer,
  ].flatMap((create): [string, () => unknown, string][] => [
    [`${create.name}()`, () => create(none), "client is undefined: expected a client, such as new"],
    [
      `${create.name} without a model`,
      () => create({ client } as never),
      "model is undefined: expected the name of a model",
    ],
  ]),
])("%s is rejected by name", (_name, create, message) => {
  expect(create).toThrow(invalidInputWith(message));
});
