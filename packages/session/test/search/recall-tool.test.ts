import { expect, test } from "vitest";
import type { RecallSource } from "../../src/search/recall-sources.ts";
import { createRecallTool } from "../../src/search/recall-tool.ts";

const none: RecallSource = { search: async () => [] };

test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])(
  "maxTokens of %d is refused",
  (maxTokens) => {
    expect(() => createRecallTool(none, { maxTokens })).toThrow(
      expect.objectContaining({ code: "invalid-input" }),
    );
  },
);

test("a query is looked up with a limit from 1 to the maximum", async () => {
  const limits: (number | undefined)[] = [];
  const tool = createRecallTool(
    {
      search: async (_query, options) => {
        limits.push(options?.limit);
        return [];
      },
    },
    { maxTokens: 1 },
  );
  expect(tool.parameters).toMatchObject({ properties: { limit: { minimum: 1, maximum: 50 } } });
  for (const limit of [undefined, 1, 2.9, 0, -3, 50, 51, "9"])
    await tool.execute({ query: "ports", limit });
  expect(limits).toEqual([10, 1, 2, 10, 10, 50, 50, 10]);
});

test("a question is searched loosely", async () => {
  const asked: unknown[] = [];
  const tool = createRecallTool({
    search: async (query, options) => {
      asked.push(query, options?.loosely);
      return [];
    },
  });
  expect(await tool.execute({ query: "When do the ports open?" })).toBe(
    "Nothing that was said earlier fits: When do the ports open?",
  );
  expect(asked).toEqual(["When do the ports open?", true]);
});

test("without a query, nothing is looked up", async () => {
  const tool = createRecallTool({ search: () => Promise.reject(new Error("looked up")) });
  for (const input of [undefined, null, {}, { query: " " }, { query: 7 }])
    expect(await tool.execute(input)).toMatch(/^Nothing was looked up/);
});

test("a result may take maxTokens, and no more", async () => {
  const estimator = {
    name: "length",
    estimate: () => 0,
    estimateText: (text: string) => text.length,
  };
  const hit = { entryId: "e", at: 0, snippet: "the ports are open", score: 1 };
  const recall = async (maxTokens: number): Promise<string> =>
    createRecallTool({ search: async () => [hit] }, { estimator, maxTokens }).execute({
      query: "ports",
    });
  const whole = await recall(10_000);
  expect(whole).toContain(hit.snippet);
  expect(await recall(whole.length)).toBe(whole);
  expect(await recall(whole.length - 1)).not.toContain(hit.snippet);
});
