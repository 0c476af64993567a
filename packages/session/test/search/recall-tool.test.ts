import type { Item } from "@cutpoint/core";
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

const item = (id: string, text: string): Item => ({
  id,
  message: { role: "assistant", parts: [{ type: "text", text }] },
});

test("all words in one source count more than some of them in another", async () => {
  const tool = createRecallTool([
    () => [item("a", "The port is closed.")],
    async () => [item("b", "The port of the server is 4711.")],
  ]);
  const found = await tool.execute({ query: "port server" });
  expect(found).toContain("4711");
  expect(found).not.toContain("closed");
});

test("a text that several sources have is shown once", async () => {
  const items = [item("a", "The port is 4711.")];
  const tool = createRecallTool([() => items, () => [...items, item("b", "The port is 4712.")]]);
  expect((await tool.execute({ query: "port" })).match(/<recalled /g)).toHaveLength(2);
});

test("neither the newest question nor a lookup is found", async () => {
  const asked = (query: string): readonly Item[] => [
    {
      id: query,
      message: {
        role: "assistant",
        parts: [
          {
            type: "tool-call",
            callId: query,
            name: "recall",
            arguments: JSON.stringify({ query }),
          },
        ],
      },
    },
  ];
  const items = [
    item("a", "Pier 9, as ever."),
    item("b", "She lies at pier 9."),
    {
      id: "q",
      message: {
        role: "user",
        provenance: "user",
        parts: [{ type: "text", text: "At which pier does she lie?" }],
      },
    } satisfies Item,
    ...asked("At which pier does she lie?"),
  ];
  const tool = createRecallTool(() => items);
  const found = await tool.execute({ query: "At which pier does she lie?" });
  expect(found).toContain("She lies at pier 9.");
  expect(found).not.toContain("does she lie");
  items.push({
    id: "r",
    message: { role: "tool", callId: "r", name: "recall", parts: [{ type: "text", text: found }] },
  });
  expect(await tool.execute({ query: "At which pier does she lie?" })).toBe(found);
});

test("a source that cannot be searched is refused", () => {
  for (const source of [null, "session", {}, []])
    expect(() => createRecallTool([source] as never)).toThrow("sources[0] is ");
});
