import { assistantMessage, userMessage } from "@cutpoint/core";
import { startProvider } from "@cutpoint/provider-sim";
import { Agent, InvokeModelStage, NullConversationManager } from "@strands-agents/sdk";
import { AnthropicModel } from "@strands-agents/sdk/models/anthropic";
import { expect, test } from "vitest";
import { createCompactionMiddleware, toStrandsMessages } from "../src/index.ts";

const windowTokens = 8_000;

function createAgent(url: string): Agent {
  return new Agent({
    model: new AnthropicModel({
      modelId: "claude-sonnet-4-6",
      maxTokens: 500,
      apiKey: "none",
      clientConfig: { baseURL: url, maxRetries: 0 },
    }),
    conversationManager: new NullConversationManager(),
    printer: false,
  });
}

test("an agent that is restored from a snapshot continues with its state", async () => {
  await using provider = await startProvider({ windowTokens, script: () => "Fine." });
  let compactions = 0;
  const middleware = createCompactionMiddleware({
    policy: { windowTokens },
    onEvent: ({ type }) => void (type === "applied" && (compactions += 1)),
  });
  const agent = createAgent(provider.url);
  agent.addMiddleware(InvokeModelStage, middleware);
  for (let turn = 1; turn <= 12; turn += 1)
    await agent.invoke(`Question ${turn}: ${"what about this? ".repeat(200)}`);
  const before = compactions;
  const restored = createAgent(provider.url);
  restored.addMiddleware(InvokeModelStage, middleware);
  restored.loadSnapshot(agent.takeSnapshot({ preset: "session" }));
  await restored.invoke("Go on.");

  expect(before).toBeGreaterThan(0);
  expect(compactions).toBe(before);
  expect(restored.messages).toHaveLength(26);
  expect(provider.requests().every(({ outcome }) => outcome.type === "answered")).toBe(true);
  expect(JSON.stringify(provider.requests().at(-1)?.messages)).toContain("was compacted");
});

test("messages of the user that follow each other become one", () => {
  const messages = [userMessage("One."), userMessage("Two."), assistantMessage("Three.")];
  expect(toStrandsMessages(messages).map(({ content, role }) => [role, content.length])).toEqual([
    ["user", 2],
    ["assistant", 1],
  ]);
});

test("an invalid option throws at once", () => {
  expect(() => createCompactionMiddleware({ policy: { windowTokens: -1 } })).toThrow(
    /windowTokens/u,
  );
});
