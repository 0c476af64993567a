import { type Policy, type Summarizer, textOf } from "@cutpoint/core";
import { type AgentInputItem, MemorySession, type ModelRequest } from "@openai/agents-core";
import { assistantMessage, modelError, ScriptedModel } from "@openai/agents-core/testing";
import { expect, test } from "vitest";
import { withCompaction } from "../../src/model/with-compaction.ts";
import { createCompactingSession } from "../../src/session/create-compacting-session.ts";
import { talk } from "../support/run-agent.ts";

const OVERFLOW = Object.assign(new Error("Your input exceeds the context window of this model."), {
  status: 400,
  code: "context_length_exceeded",
});

const policyAt = (items: number): Policy => ({
  windowTokens: 100_000,
  trigger: { type: "items", items },
  keep: { type: "tokens", tokens: 40 },
  minimumProgress: 0,
});

function requestOf(input: AgentInputItem[]): ModelRequest {
  return {
    input,
    modelSettings: {},
    tools: [],
    handoffs: [],
    outputType: "text",
    tracing: false,
  };
}

/** A summarizer that records the texts of the items that it receives. */
function recordingSummarizer(): { readonly texts: string[]; readonly summarizer: Summarizer } {
  const texts: string[] = [];
  return {
    texts,
    summarizer: {
      name: "recording",
      offline: true,
      summarize: async ({ items }) => {
        texts.push(...items.map(({ message }) => textOf(message)));
        return { text: "They spoke of parts.", method: "recording", calls: 0, attempts: [] };
      },
    },
  };
}

function edit(item: AgentInputItem | undefined): void {
  Object.assign(item ?? {}, { content: "Edited in place." });
}

test.each([
  ["the trigger", 40, [[assistantMessage("One.")], [assistantMessage("Two.")]]],
  [
    "an overflow",
    90,
    [[assistantMessage("One.")], modelError(OVERFLOW), [assistantMessage("Two.")]],
  ],
])(
  "a compaction after %s summarizes an old item in its edited form",
  async (_cause, items, answers) => {
    const { summarizer, texts } = recordingSummarizer();
    const model = withCompaction(new ScriptedModel(answers), {
      policy: policyAt(items),
      summarizer,
    });
    const input = talk(15);
    await model.getResponse(requestOf(input));
    expect(texts).toEqual([]);
    edit(input[2]);
    await model.getResponse(requestOf([...input, ...talk(10)]));
    expect(texts).toContain("Edited in place.");
  },
);

test("a session summarizes an old item in its edited form", async () => {
  const stored: AgentInputItem[] = talk(15);
  const inner = Object.assign(new MemorySession(), { getItems: async () => stored });
  const { summarizer, texts } = recordingSummarizer();
  const session = createCompactingSession({ session: inner, policy: policyAt(20), summarizer });
  await session.getItems();
  edit(stored[2]);
  await session.runCompaction();
  expect(texts).toContain("Edited in place.");
});
