import { expect, test } from "vitest";
import { createCompactor } from "../../src/compactor/create-compactor.ts";
import type { Item } from "../../src/message/item.ts";
import { assistantMessage, userMessage } from "../../src/message/message.ts";
import { type CompactionState, segmentsOf } from "../../src/message/state.ts";
import { words } from "../../../../tooling/laws/src/generate/sized-messages.ts";
import { engine, quoting } from "../compactor/scripted.ts";

/** The segments after each of several compactions in a window of 16,000 tokens. */
async function compactions(count: number, systemTokens = 0) {
  const policy = { windowTokens: 16_000 };
  const compactor = createCompactor(engine({ policy, summarizer: quoting() }));
  const items: Item[] = [];
  let state: CompactionState | null = null;
  const segments: ReturnType<typeof segmentsOf>[] = [];
  while (segments.length < count) {
    const id = String(items.length);
    const text = `Item ${id}. ${"The door is open. ".repeat(40)}`;
    const message = items.length % 2 === 0 ? userMessage(text) : assistantMessage(text);
    items.push({ id, message });
    const system = words(systemTokens);
    const result = await compactor.fit({ items: [...items], state }, { system });
    ({ state } = result);
    if (result.outcome.type === "compacted") segments.push(segmentsOf(state?.prefix ?? []));
  }
  return segments;
}

test("the next compaction appends a segment and leaves the ones before it", async () => {
  const [first = [], second = [], third = []] = await compactions(3);
  expect([first.length, second.length, third.length]).toEqual([1, 2, 3]);
  expect(second.slice(0, 1)).toEqual(first);
  expect(third.slice(0, 2)).toEqual(second);
});

test.each([
  [4_500, 2],
  [5_500, 1],
])("beside a system text of %i tokens, %i segments leave room", async (tokens, count) => {
  const [, second] = await compactions(2, tokens);
  expect(second).toHaveLength(count);
});
