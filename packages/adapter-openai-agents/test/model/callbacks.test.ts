import {
  type AgentInputItem,
  type CallModelInputFilter,
  MemorySession,
  type Model,
  user,
} from "@openai/agents-core";
import { assistantMessage, functionCall, ScriptedModel } from "@openai/agents-core/testing";
import { describe, expect, test } from "vitest";
import { withCompaction } from "../../src/model/with-compaction.ts";
import { agentWith, EAGER, lookUp, plainRunner, talk } from "../support/run-agent.ts";

const SUMMARY = "SUMMARY of what was said";
const QUESTION = "What is the question of this turn?";

type Callbacks = {
  readonly callModelInputFilter?: CallModelInputFilter;
  readonly sessionInputCallback?: (
    history: AgentInputItem[],
    items: AgentInputItem[],
  ) => AgentInputItem[];
};

/** The session's items after a run with a tool that continues a history. */
async function storedAfter(
  callbacks: Callbacks,
  history: readonly AgentInputItem[],
  decorate: (model: Model) => Model = (model) => model,
): Promise<readonly AgentInputItem[]> {
  const session = new MemorySession({ initialItems: [...history] });
  const model = new ScriptedModel([
    [functionCall("look_up", "{}", { callId: "call-1" })],
    [assistantMessage("Here it is.")],
  ]);
  const agent = agentWith(decorate(model), [lookUp()]);
  await plainRunner().run(agent, QUESTION, { session, ...callbacks });
  return session.getItems();
}

function countWith(items: readonly AgentInputItem[], text: string): number {
  return items.filter((item) => JSON.stringify(item).includes(text)).length;
}

/** A filter that summarizes, also during a run. */
const summarizing: CallModelInputFilter = ({ modelData }) => ({
  ...modelData,
  input: [user(SUMMARY), ...modelData.input.slice(-2)],
});

describe("a session with the SDK's own callbacks", () => {
  test("stores items that a filter adds", async () => {
    const stored = await storedAfter(
      {
        callModelInputFilter: ({ modelData }) => ({
          ...modelData,
          input: [...modelData.input, user(SUMMARY)],
        }),
      },
      talk(3),
    );
    expect(countWith(stored, SUMMARY)).toBeGreaterThan(0);
  });

  test("loses the user's question if a filter rewrites all items", async () => {
    const stored = await storedAfter(
      { callModelInputFilter: ({ modelData }) => ({ ...modelData, input: [user(SUMMARY)] }) },
      talk(3),
    );
    expect(countWith(stored, QUESTION)).toBe(0);
  });

  test("stores the summary of a filter in place of the question", async () => {
    const stored = await storedAfter({ callModelInputFilter: summarizing }, []);
    expect(countWith(stored, SUMMARY)).toBeGreaterThan(0);
  });

  test("stores the summary of an input callback after the history that it replaces", async () => {
    const stored = await storedAfter(
      { sessionInputCallback: (history, items) => [user(SUMMARY), ...history.slice(-2), ...items] },
      talk(3),
    );
    expect(countWith(stored, SUMMARY)).toBe(1);
    expect(countWith(stored, "Question 1")).toBe(1);
  });
});

describe("a session with a decorated model", () => {
  const decorate = (model: Model): Model => withCompaction(model, { policy: EAGER });

  test.each([
    ["with a history", 6],
    ["in an empty session", 0],
  ])("stores each item once and nothing else, %s", async (_where, turns) => {
    const history = talk(turns);
    const policy = {
      ...EAGER,
      trigger: { type: "items", items: 1 },
      keep: { type: "tokens", tokens: 1 },
    } as const;
    const stored = await storedAfter({}, history, (model) => withCompaction(model, { policy }));
    expect(stored.slice(0, history.length)).toEqual(history);
    const types = stored.slice(history.length).map(({ type }) => type);
    expect(types).toEqual(["message", "function_call", "function_call_result", "message"]);
    expect(countWith(stored, QUESTION)).toBe(1);
    expect(countWith(stored, "compacted to save room")).toBe(0);
  });

  test("a host's filter still works", async () => {
    const stored = await storedAfter(
      { callModelInputFilter: ({ modelData }) => modelData },
      talk(6),
      decorate,
    );
    expect(stored).toHaveLength(16);
  });
});
