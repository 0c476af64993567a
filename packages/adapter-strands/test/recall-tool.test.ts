import { assistantMessage, userMessage } from "@cutpoint/core";
import { withOfflineFallback } from "@cutpoint/host-kit";
import { openSession } from "@cutpoint/session";
import { createMemoryStore } from "@cutpoint/store-memory";
import { Agent } from "@strands-agents/sdk";
import { expect, test } from "vitest";
import { useSmallWindow } from "../../conformance/test/support/adapter/small-window.ts";
import { createRecallTool, toStrandsMessages } from "../src/index.ts";
import { modelOf } from "./conformance/rig.ts";

const { answerWith, requests, url } = useSmallWindow();

test("a model looks up the messages of its agent, a session and other messages", async () => {
  const session = await openSession({
    store: createMemoryStore(),
    sessionId: "one",
    summarizer: withOfflineFallback(),
  });
  await session.append([userMessage("Where is it?"), assistantMessage("The berth is heron-42.")]);
  const others = toStrandsMessages([assistantMessage("The berth is free.")]);
  const agent = new Agent({
    model: modelOf("Anthropic", url(), "claude-sonnet-4-6"),
    messages: toStrandsMessages([
      userMessage("Its berth has a light."),
      assistantMessage("Noted."),
    ]),
    tools: [createRecallTool([session, () => others])],
    printer: false,
  });
  answerWith({
    type: "answer",
    calls: [{ name: "recall", arguments: JSON.stringify({ query: "berth" }) }],
  });
  await agent.invoke("Where does it lie?");
  const result = JSON.stringify(requests().at(-1)?.messages.at(-1));
  for (const found of ["The berth is heron-42.", "The berth is free.", "Its berth has a light."])
    expect(result).toContain(found);
});

test("the app can invoke the tool without an agent", async () => {
  const recall = createRecallTool(() =>
    toStrandsMessages([assistantMessage("The berth is free.")]),
  );
  expect(await recall.invoke({ query: "berth" })).toContain("The berth is free.");
});
