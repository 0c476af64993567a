import { expect, test } from "vitest";
import { createCompactor } from "../../src/compactor/create-compactor.ts";
import type { Item } from "../../src/message/item.ts";
import { assistantMessage, userMessage } from "../../src/message/message.ts";
import { type CompactionState, segmentsOf } from "../../src/message/state.ts";
import { engine, quoting } from "../compactor/scripted.ts";

test("the next compaction appends a segment and leaves the ones before it", async () => {
  const compactor = createCompactor(
    engine({ policy: { windowTokens: 16_000 }, summarizer: quoting() }),
  );
  const items: Item[] = [];
  let state: CompactionState | null = null;
  const segments = [];
  while (segments.length < 3) {
    const id = String(items.length);
    const words = `Item ${id}. ${"The door is open. ".repeat(40)}`;
    const message = items.length % 2 === 0 ? userMessage(words) : assistantMessage(words);
    items.push({ id, message });
    const result = await compactor.fit({ items: [...items], state });
    ({ state } = result);
    if (result.outcome.type === "compacted") segments.push(segmentsOf(state?.prefix ?? []));
  }
  const [first = [], second = [], third = []] = segments;
  expect([first.length, second.length, third.length]).toEqual([1, 2, 3]);
  expect(second.slice(0, 1)).toEqual(first);
  expect(third.slice(0, 2)).toEqual(second);
});
