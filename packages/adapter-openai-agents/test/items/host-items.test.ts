import { viewOf } from "@cutpoint/core";
import type { AgentInputItem } from "@openai/agents-core";
import { expect, test } from "vitest";
import { hostItems, hostView } from "../../src/items/host-items.ts";
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

test("calls with one id, and their results, get different ids", () => {
  const called = (text: string): readonly AgentInputItem[] => [
    { type: "function_call", callId: "a", name: "read", arguments: "{}" },
    {
      type: "function_call_result",
      callId: "a",
      name: "read",
      status: "completed",
      output: { type: "text", text },
    },
  ];
  const user = { type: "message", role: "user", content: "Hello." } satisfies AgentInputItem;
  const input = [user, ...called("one"), ...called("two")];
  const host = hostItems(input);
  const shown = hostView(viewOf({ items: host.items, state: null }), host, null);
  const ids = shown.map((item) => ("callId" in item ? item.callId : undefined));
  expect(ids).toEqual([undefined, "a", "a", "a_2", "a_2"]);
  expect(shown[1]).toBe(input[1]);
});
