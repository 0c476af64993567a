import type { Mark } from "@cutpoint/core";
import { Usage } from "@openai/agents-core";
import { assistantMessage, modelResponse, ScriptedModel } from "@openai/agents-core/testing";
import { expect, test } from "vitest";
import {
  createMarkKeeper,
  type KeptMark,
  type MarkKeeper,
  withCompaction,
} from "../../src/index.ts";
import { agentWith, EAGER, plainRunner, talk } from "./run-agent.ts";

/** As much of a mark as a keeper needs. */
const mark = (coveredThrough: string): Mark => ({ coveredThrough }) as Mark;

test("gives the mark of the first id that has one, and forgets what was used longest ago", async () => {
  const keeper = createMarkKeeper({ limit: 3 });
  await keeper.keep(["a", "b"], mark("first"));
  await keeper.keep(["c"], mark("second"));
  expect(keeper.find(["x", "b", "c"])).toEqual(mark("first"));
  expect(keeper.find(["x"])).toBeNull();
  expect(keeper.find(["a"])).toEqual(mark("first"));
  await keeper.keep(["d"], mark("third"));
  expect(keeper.find(["c"])).toBeNull();
  expect(keeper.find(["a"])).toEqual(mark("first"));
});

test.each([0, -1, Number.NaN])("a limit of %s is refused", (limit) => {
  expect(() => createMarkKeeper({ limit })).toThrow(/limit is .*: it should be a number of ids/);
});

test("another process goes on from marks that were kept as JSON", async () => {
  const rows = new Map<string, string>();
  const database: MarkKeeper = {
    find: async (ids) => {
      const found = ids.find((id) => rows.has(id));
      return found === undefined ? null : (JSON.parse(rows.get(found) ?? "") as KeptMark);
    },
    keep: async (ids, kept) => {
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
      marks: database,
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
