import { createCompactor, type Mark, viewOf } from "@cutpoint/core";
import { HumanMessage, ToolMessage, AIMessage, type BaseMessage } from "@langchain/core/messages";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { markWithin } from "../src/mark-within.ts";
import { hostItems } from "../src/message/items.ts";

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

const messages: BaseMessage[] = Array.from({ length: 40 }, (_, turn) => [
  new HumanMessage({ id: `h${turn}`, content: `Question ${turn}: ${"wörds 漢字 ".repeat(30)}` }),
  new AIMessage({
    id: `a${turn}`,
    content: "",
    tool_calls: [{ id: `c${turn}`, name: "read", args: { path: `src/file-${turn}.ts` } }],
  }),
  new ToolMessage({
    id: `r${turn}`,
    content: "a line of it\n".repeat(60),
    tool_call_id: `c${turn}`,
  }),
]).flat();

async function largeMark(): Promise<Mark> {
  const { items } = hostItems(messages);
  const policy = { windowTokens: 40_000, keepTokens: 2_000, carry: { humanTokens: 8_000 } };
  const { mark } = await createCompactor({ policy }).fit({ items, mark: null }, { force: true });
  if (mark === null) throw new Error("nothing was compacted");
  const replaced = { r39: [{ type: "text" as const, text: "a part of it 🙂 ".repeat(2_000) }] };
  return { ...mark, replaced };
}

test("a mark that fits is left as it is", async () => {
  const mark = await largeMark();
  expect(markWithin(mark, bytesOf(mark))).toEqual({ mark, shed: [] });
});

test("a mark is at most as large as it may be, and its view stays whole", async () => {
  const large = await largeMark();
  const summary = bytesOf(large.head.filter(({ kind }) => kind !== "human"));
  const { items } = hostItems(messages);
  const all = fc.integer({ min: summary + 3_000, max: bytesOf(large) });
  fc.assert(
    fc.property(all, (maximumBytes) => {
      const { mark, shed } = markWithin(large, maximumBytes);
      expect(bytesOf(mark)).toBeLessThanOrEqual(maximumBytes);
      expect(shed.length > 0).toBe(bytesOf(large) > maximumBytes);
      const text = JSON.stringify(viewOf({ items, mark }).messages);
      expect(text.isWellFormed()).toBe(true);
      const told = mark.head.flatMap(({ kind, part }) =>
        kind === "summary" && part.type === "text" ? [JSON.stringify(part.text).slice(1, -1)] : [],
      );
      expect(told.length).toBeGreaterThan(0);
      expect(told.every((summary) => text.includes(summary))).toBe(true);
      expect(mark.head.findLast(({ kind }) => kind === "human")).toEqual(
        large.head.findLast(({ kind }) => kind === "human"),
      );
    }),
    { numRuns: 60 },
  );
});

test("what it was let go of is told, in the order in which it goes", async () => {
  const large = await largeMark();
  const { shed } = markWithin(large, 1);
  expect(shed).toEqual(["digest", "replaced", "human"]);
});
