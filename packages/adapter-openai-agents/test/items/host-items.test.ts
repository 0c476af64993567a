import type { AgentInputItem } from "@openai/agents-core";
import { expect, test } from "vitest";
import { hostItems } from "../../src/items/host-items.ts";
import { talk } from "../support/run-agent.ts";

test("items that are read again are the same objects if everything before them is unchanged", () => {
  const input = talk(20);
  const before = hostItems(input).items;
  const after = hostItems([...input, { type: "message", role: "user", content: "More." }]).items;
  expect(after).toHaveLength(41);
  before.forEach((item, place) => expect(after[place]).toBe(item));
  const [, ...shorter] = input;
  expect(hostItems(shorter).items.some((item) => before.includes(item))).toBe(false);
});

test("an edit of one of the newest items creates a new item", () => {
  const input = talk(2);
  const newest = { type: "message", role: "user", content: "Now?" } satisfies AgentInputItem;
  const before = hostItems([...input, newest]).items;
  newest.content = "Later?";
  const after = hostItems([...input, newest]).items;
  expect(after.slice(0, -1)).toEqual(before.slice(0, -1));
  expect(after.at(-1)?.id).not.toBe(before.at(-1)?.id);
  expect(after.at(-1)?.message.parts).toEqual([{ type: "text", text: "Later?" }]);
});

test("an edit of an old item is found if all items are compared", () => {
  const input = talk(10);
  const before = hostItems(input).items;
  Object.assign(input[2] ?? {}, { content: "Edited." });
  expect(hostItems(input).items).toEqual(before);
  const after = hostItems(input, undefined, "all").items;
  expect(after.slice(0, 2)).toEqual(before.slice(0, 2));
  expect(after[2]?.message.parts).toEqual([{ type: "text", text: "Edited." }]);
  expect(after.slice(2).some((item, index) => item.id === before[index + 2]?.id)).toBe(false);
});
