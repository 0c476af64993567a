import { expect, test } from "vitest";
import { createCompactor } from "../../src/compactor/create-compactor.ts";
import { assistantMessage, type Message, userMessage } from "../../src/message/message.ts";
import { commonPrefix, toolsJson } from "../../src/tokens/usage.ts";
import { createCharacterEstimator } from "../../src/tokens/character-estimator.ts";
import { viewOf } from "../../src/view/view.ts";
import { scripted } from "../compactor/scripted.ts";

function countedTool(): { readonly tool: object; readonly writes: () => number } {
  let writes = 0;
  return { tool: { toJSON: () => ({ name: `tool ${(writes += 1)}` }) }, writes: () => writes };
}

test("tool definitions in one object are written once, however often a request is checked", async () => {
  const { tool, writes } = countedTool();
  const compactor = createCompactor({ summarizer: scripted() });
  const history = { items: [{ id: "a", message: userMessage("hello") }], state: null };
  const tools = [tool];
  for (const model of ["some-model", "claude-opus-4"])
    for (let check = 0; check < 5; check += 1) {
      compactor.usage(history, { model, windowTokens: 100_000, tools });
      await compactor.fit(history, { model, windowTokens: 100_000, tools });
    }
  expect(writes()).toBe(1);
});

test.for([
  ["a list", () => [{ name: "read" }, { name: "write" }]],
  ["a record", () => ({ read: { name: "read" }, write: { name: "write" } })],
] as const)("%s of tools that is edited in place is written again", ([, make]) => {
  const tools: Record<string, object> = make() as never;
  const first = toolsJson(tools);
  expect(toolsJson(tools)).toBe(first);
  const [key = ""] = Object.keys(tools);
  tools[key] = { name: "search" };
  expect(toolsJson(tools)).toBe(JSON.stringify(tools));
  tools["2"] = { name: "ask" };
  expect(toolsJson(tools)).toBe(JSON.stringify(tools));
  delete tools["2"];
  expect(toolsJson(tools)).toBe(JSON.stringify(tools));
});

test.for([
  [6000, "reported"],
  [3000, "estimated"],
] as const)("a report of %d tokens for 10,000 estimated tokens: %s", ([inputTokens, source]) => {
  const compactor = createCompactor({
    summarizer: scripted(),
    estimator: { name: "fixed", estimate: () => 10_000, estimateText: () => 0 },
  });
  const usage = { inputTokens, outputTokens: 100 };
  const history = {
    items: [
      { id: "a", message: userMessage("hello") },
      {
        id: "b",
        message: { role: "assistant", parts: [{ type: "text", text: "hi" }], usage } as const,
      },
    ],
    state: null,
  };
  const found = compactor.usage(history, { windowTokens: 100_000 });
  expect(found.source).toBe(source);
  expect(found.tokens).toBe(source === "reported" ? inputTokens + 100 : 20_000);
});

test("the common prefix of two views ends at the first message that differs", () => {
  const estimator = createCharacterEstimator();
  const view = (...messages: readonly Message[]) =>
    viewOf({ items: messages.map((message, id) => ({ id: `i${id}`, message })), state: null });
  const before = view(userMessage("One."), assistantMessage("Two."), userMessage("Six."));
  const after = view(userMessage("One."), assistantMessage("Ten."), userMessage("Six."));
  expect(commonPrefix(before, after, estimator)).toBe(estimator.estimate(userMessage("One.")));
  const all = before.messages.reduce((sum, message) => sum + estimator.estimate(message), 0);
  expect(commonPrefix(before, structuredClone(before), estimator)).toBe(all);
});
