import type { CompactionState } from "@cutpoint/core";
import { Usage } from "@openai/agents-core";
import { assistantMessage, modelResponse, ScriptedModel } from "@openai/agents-core/testing";
import { expect, test } from "vitest";
import {
  createStateStorage,
  type KeptState,
  type StateStorage,
} from "../../src/model/state-storage.ts";
import { withCompaction } from "../../src/model/with-compaction.ts";
import { agentWith, EAGER, plainRunner, talk } from "../support/run-agent.ts";

/** As much of a state as a storage needs. */
const stateAt = (compactedThrough: string): KeptState => ({
  state: { compactedThrough } as CompactionState,
});

test("finds the state of the first id that has one, and drops the least recently used", async () => {
  const storage = createStateStorage({ limit: 3 });
  await storage.save(["a", "b"], stateAt("first"));
  await storage.save(["c"], stateAt("second"));
  expect(storage.find(["x", "b", "c"])).toEqual(stateAt("first"));
  expect(storage.find(["x"])).toBeNull();
  expect(storage.find(["a"])).toEqual(stateAt("first"));
  await storage.save(["d"], stateAt("third"));
  expect(storage.find(["c"])).toBeNull();
  expect(storage.find(["a"])).toEqual(stateAt("first"));
});

test.each([0, -1, Number.NaN])("rejects a limit of %s", (limit) => {
  expect(() => createStateStorage({ limit })).toThrow(/limit is .*: expected a number of ids/);
});

test("another process continues from states that were stored as JSON", async () => {
  const rows = new Map<string, string>();
  const database: StateStorage = {
    find: async (ids) => {
      const found = ids.find((id) => rows.has(id));
      return found === undefined ? null : (JSON.parse(rows.get(found) ?? "") as KeptState);
    },
    save: async (ids, kept) => {
      for (const id of ids) rows.set(id, JSON.stringify(kept));
    },
  };
  const answer = modelResponse({
    output: [assistantMessage("Yes.")],
    usage: new Usage({ inputTokens: 1, outputTokens: 1 }),
  });
  const inner = new ScriptedModel([answer, answer]);
  let summaries = 0;
  const run = async (input: Parameters<typeof talk>[0]): Promise<unknown> => {
    const model = withCompaction(inner, {
      policy: EAGER,
      stateStorage: database,
      onEvent: ({ type }) => {
        if (type === "applied") summaries += 1;
      },
    });
    await plainRunner().run(agentWith(model), talk(input));
    return inner.lastCall?.request.input;
  };
  const first = await run(6);
  expect(await run(6)).toEqual(first);
  expect(summaries).toBe(1);
});

test("a conversation that continues looks up a few ids for each request", async () => {
  const asked: number[] = [];
  const memory = createStateStorage();
  const counting: StateStorage = {
    find(ids) {
      asked.push(ids.length);
      return memory.find(ids);
    },
    save: (ids, kept) => memory.save(ids, kept),
  };
  const items = talk(60);
  const answer = modelResponse([assistantMessage("Yes.")]);
  const inner = new ScriptedModel(Array.from({ length: 30 }, () => answer));
  const policy = { ...EAGER, trigger: { type: "items", items: 140 } } as const;
  const model = withCompaction(inner, { policy, stateStorage: counting });
  await plainRunner().run(agentWith(model), items);
  asked.length = 0;
  for (let turn = 0; turn < 25; turn += 1) {
    items.push(...talk(1));
    await plainRunner().run(agentWith(model), items);
  }
  expect(Math.max(...asked)).toBeLessThanOrEqual(16);
  expect(asked.length).toBeLessThanOrEqual(2 * 25);
  expect(inner.lastCall?.request.input.length).toBeLessThan(items.length);
});
