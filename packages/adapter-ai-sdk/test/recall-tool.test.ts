import { withOfflineFallback } from "@cutpoint/host-kit";
import { openSession } from "@cutpoint/session";
import { createMemoryStore } from "@cutpoint/store-memory";
import { assistantMessage, userMessage } from "@cutpoint/core";
import { stepCountIs, type UIMessage } from "ai";
import { expect, test } from "vitest";
import { useSmallWindow } from "../../conformance/test/support/adapter/small-window.ts";
import { createRecallTool } from "../src/recall-tool.ts";
import { sdk6, sdk7 } from "./conformance/sdk.ts";

const { answerWith, requests, url } = useSmallWindow();

test.each([sdk7, sdk6])(
  "a model of $name looks up its request, a session and a page",
  async (sdk) => {
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
      messages: [
        { role: "user", content: "Its berth has a light." },
        { role: "assistant", content: "Noted." },
        { role: "user", content: "Which berth?" },
      ],
      tools: { recall: createRecallTool([session, () => [uiMessage("The berth is free.")]]) },
      stopWhen: stepCountIs(3),
      maxRetries: 0,
    });
    expect(text).toBe("OK.");
    const result = JSON.stringify(requests().at(-1)?.messages.at(-1));
    for (const found of ["The berth is heron-42.", "The berth is free.", "Its berth has a light."])
      expect(result).toContain(found);
  },
);

function uiMessage(text: string): UIMessage {
  return { id: "one", role: "assistant", parts: [{ type: "text", text }] };
}
