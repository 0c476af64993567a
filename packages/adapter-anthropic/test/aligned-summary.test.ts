import Anthropic from "@anthropic-ai/sdk";
import { createAnthropicSummarizer } from "@cutpoint/prompts/anthropic";
import { expect, test } from "vitest";
import { MODEL, readFromCache } from "../../conformance/test/support/adapter/read-from-cache.ts";
import { conversationOf } from "../src/index.ts";
import { hostRig } from "./conformance/rig.ts";

test("the conversation's model reads it for a summary from its cache", async () => {
  const { counted, reported, share } = await readFromCache(
    hostRig({ streaming: false, cached: true }),
    (url) =>
      createAnthropicSummarizer({
        client: new Anthropic({ apiKey: "none", baseURL: url }),
        model: MODEL,
        conversation: conversationOf,
      }),
  );
  expect(share).toBeGreaterThan(0.9);
  expect(reported).toEqual(counted);
});
