import { withOfflineFallback } from "@cutpoint/host-kit";
import { openSession } from "@cutpoint/session";
import { createMemoryStore } from "@cutpoint/store-memory";
import { assistantMessage, userMessage } from "@cutpoint/core";
import { stepCountIs } from "ai";
import { expect, test } from "vitest";
import { useSmallWindow } from "../../conformance/test/support/adapter/small-window.ts";
import { createRecallTool } from "../src/recall-tool.ts";
import { sdk6, sdk7 } from "./conformance/sdk.ts";

const { answerWith, requests, url } = useSmallWindow();

test.each([sdk7, sdk6])("a model of $name looks up a message of a session", async (sdk) => {
  const session = await openSession({
    store: createMemoryStore(),
    sessionId: "one",
    summarizer: withOfflineFallback(),
  });
  await session.append([userMessage("Where is it?"), assistantMessage("The berth is heron-42.")]);
  answerWith({
    type: "answer",
    calls: [{ name: "recall", arguments: JSON.stringify({ query: "berth" }) }],
  });
  const { text } = await sdk.generateText({
    model: sdk.createOpenAI({ apiKey: "none", baseURL: `${url()}/v1` }).chat("any"),
    prompt: "Which berth?",
    tools: { recall: createRecallTool(session) },
    stopWhen: stepCountIs(3),
    maxRetries: 0,
  });
  expect(text).toBe("OK.");
  expect(JSON.stringify(requests().at(-1)?.messages.at(-1))).toContain("The berth is heron-42.");
});
