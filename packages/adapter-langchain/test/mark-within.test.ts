import { createCompactor, type CompactionState, viewOf } from "@cutpoint/core";
import { HumanMessage, ToolMessage, AIMessage, type BaseMessage } from "@langchain/core/messages";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { stateWithin } from "../src/mark-within.ts";
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

async function largeState(): Promise<CompactionState> {
  const { items } = hostItems(messages);
  const policy = { windowTokens: 40_000, keepTokens: 2_000, keepUserTokens: 8_000 };
  const { state } = await createCompactor({ policy }).fit({ items, state: null }, { force: true });
  if (state === null) throw new Error("nothing was compacted");
  const replacements = { r39: [{ type: "text" as const, text: "a part of it 🙂 ".repeat(2_000) }] };
  return { ...state, replacements };
}

test("a mark that fits is left as it is", async () => {
  const state = await largeState();
  expect(stateWithin(state, bytesOf(state))).toEqual({ state, trimmed: [] });
});

test("a mark is at most as large as it may be, and its view stays whole", async () => {
  const large = await largeState();
  const summary = bytesOf(large.prefix.filter(({ kind }) => kind !== "user"));
  const { items } = hostItems(messages);
  const all = fc.integer({ min: summary + 3_000, max: bytesOf(large) });
  fc.assert(
    fc.property(all, (maximumBytes) => {
      const { state, trimmed } = stateWithin(large, maximumBytes);
      expect(bytesOf(state)).toBeLessThanOrEqual(maximumBytes);
      expect(trimmed.length > 0).toBe(bytesOf(large) > maximumBytes);
      const text = JSON.stringify(viewOf({ items, state }).messages);
      expect(text.isWellFormed()).toBe(true);
      const told = state.prefix.flatMap(({ kind, part }) =>
        kind === "summary" && part.type === "text" ? [JSON.stringify(part.text).slice(1, -1)] : [],
      );
      expect(told.length).toBeGreaterThan(0);
      expect(told.every((summary) => text.includes(summary))).toBe(true);
      expect(state.prefix.findLast(({ kind }) => kind === "user")).toEqual(
        large.prefix.findLast(({ kind }) => kind === "user"),
      );
    }),
    { numRuns: 60 },
  );
});

test("what it was let go of is told, in the order in which it goes", async () => {
  const large = await largeState();
  const { trimmed } = stateWithin(large, 1);
  expect(trimmed).toEqual(["digest", "replacements", "user"]);
});
