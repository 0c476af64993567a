import { assistantMessage, userMessage } from "@cutpoint/core";
import { startProvider, type Step } from "@cutpoint/provider-sim";
import { Agent, InvokeModelStage, NullConversationManager } from "@strands-agents/sdk";
import { expect, test } from "vitest";
import { createCompactionMiddleware, toStrandsMessages } from "../src/index.ts";
import { type HostModel, modelOf } from "./conformance/rig.ts";

const windowTokens = 8_000;

function createAgent(url: string, model: HostModel = "Anthropic"): Agent {
  return new Agent({
    model: modelOf(model, url, "claude-sonnet-4-6"),
    conversationManager: new NullConversationManager(),
    retryStrategy: null,
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

test("an overflow is not repeated after a part of the answer was passed on", async () => {
  const steps: Step[] = [];
  await using provider = await startProvider({
    windowTokens,
    script: () => steps.shift() ?? "Fine.",
  });
  const agent = createAgent(provider.url, "OpenAI");
  const events: string[] = [];
  const onEvent = ({ type }: { readonly type: string }): void => void events.push(type);
  const middleware = createCompactionMiddleware({ policy: { windowTokens: 100_000 }, onEvent });
  agent.addMiddleware(InvokeModelStage, middleware);
  for (let turn = 1; turn <= 8; turn += 1)
    await agent.invoke(`Question ${turn}: ${"what about this? ".repeat(150)}`);
  events.length = 0;
  steps.push({ type: "failure", failure: "stream-overflow", text: "The berth is" });
  await expect(agent.invoke("Which berth?")).rejects.toThrow(/context window/u);
  expect(provider.requests()).toHaveLength(9);
  expect(events).not.toContain("applied");
});

test.each(["Anthropic", "OpenAI"] as const)(
  "the usage that %s reported measures the next request",
  async (model) => {
    await using provider = await startProvider({ windowTokens: 100_000, script: () => "Fine." });
    const agent = createAgent(provider.url, model);
    let compactions = 0;
    const middleware = createCompactionMiddleware({
      policy: { windowTokens },
      estimator: { name: "low", estimate: () => 1, estimateText: () => 1 },
      onEvent: ({ type }) => void (type === "applied" && (compactions += 1)),
    });
    agent.addMiddleware(InvokeModelStage, middleware);
    for (let turn = 1; turn <= 12; turn += 1)
      await agent.invoke(`Question ${turn}: ${"what about this? ".repeat(200)}`);
    expect(compactions).toBeGreaterThan(0);
  },
);
