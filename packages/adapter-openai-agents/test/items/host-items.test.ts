import { viewOf } from "@cutpoint/core";
import type { AgentInputItem } from "@openai/agents-core";
import { expect, test } from "vitest";
import { type AnswerUsage, createItemReader } from "../../src/items/host-items.ts";
import { positionedView } from "../../src/items/host-view.ts";
import { talk } from "../support/run-agent.ts";

/** The first reading by a reader, which converts all items. */
const readItems = (...input: Parameters<ReturnType<typeof createItemReader>>) =>
  createItemReader()(...input);

test("items that are read again are the same objects if everything before them is unchanged", () => {
  const input = talk(20);
  const before = readItems(input).items;
  const after = readItems([...input, { type: "message", role: "user", content: "More." }]).items;
  expect(after).toHaveLength(41);
  before.forEach((item, place) => expect(after[place]).toBe(item));
  const [, ...shorter] = input;
  expect(readItems(shorter).items.some((item) => before.includes(item))).toBe(false);
});

test("an edit of one of the newest items creates a new item", () => {
  const input = talk(2);
  const newest = { type: "message", role: "user", content: "Now?" } satisfies AgentInputItem;
  const before = readItems([...input, newest]).items;
  newest.content = "Later?";
  const after = readItems([...input, newest]).items;
  expect(after.slice(0, -1)).toEqual(before.slice(0, -1));
  expect(after.at(-1)?.id).not.toBe(before.at(-1)?.id);
  expect(after.at(-1)?.message.parts).toEqual([{ type: "text", text: "Later?" }]);
});

test("an edit of an old item is found if all items are compared", () => {
  const input = talk(10);
  const before = readItems(input).items;
  Object.assign(input[2] ?? {}, { content: "Edited." });
  expect(readItems(input).items).toEqual(before);
  const after = readItems(input, "all").items;
  expect(after.slice(0, 2)).toEqual(before.slice(0, 2));
  expect(after[2]?.message.parts).toEqual([{ type: "text", text: "Edited." }]);
  expect(after.slice(2).some((item, index) => item.id === before[index + 2]?.id)).toBe(false);
});

test("a reader that continues a conversation creates the same items as one that starts anew", () => {
  const call = (id: string): readonly AgentInputItem[] => [
    { type: "reasoning", id: `rs_${id}`, content: [{ type: "input_text", text: "Hm." }] },
    { type: "function_call", callId: id, name: "read", arguments: "{}" },
    { type: "function_call", callId: `${id}2`, name: "read", arguments: "{}" },
    ...[id, `${id}2`].map((callId): AgentInputItem => ({
      type: "function_call_result",
      callId,
      name: "read",
      status: "completed",
      output: { type: "text", text: `read by ${callId}` },
    })),
  ];
  const conversation = [...talk(12), ...call("a"), ...call("b"), ...talk(2), ...call("c")];
  const usage = { inputTokens: 10, outputTokens: 1 };
  const answers = new Map<string, AnswerUsage>();
  const answerTo = (id: string): AnswerUsage | undefined => answers.get(id);
  const continued = createItemReader(answerTo);
  for (let length = 1; length <= conversation.length; length += 1) {
    const input = conversation.slice(0, length);
    const { items } = continued(input);
    expect(items).toEqual(createItemReader(answerTo)(structuredClone(input)).items);
    if (length % 3 === 0) answers.set(items.at(-1)?.id ?? "", { usage, model: undefined });
  }
});

test("a reader that continues a conversation notices an edit of a newest item and a removed one", () => {
  const input = talk(12);
  const continued = createItemReader();
  continued(input);
  Object.assign(input.at(-3) ?? {}, { content: "Edited." });
  expect(continued([...input]).items).toEqual(readItems(structuredClone(input)).items);
  const shorter = input.slice(0, -4);
  expect(continued(shorter).items).toEqual(readItems(structuredClone(shorter)).items);
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
  const host = readItems(input);
  const view = positionedView(viewOf({ items: host.items, state: null }), host, null);
  const shown = view.flatMap(({ items }) => items);
  const ids = shown.map((item) => ("callId" in item ? item.callId : undefined));
  expect(ids).toEqual([undefined, "a", "a", "a_2", "a_2"]);
  expect(shown[1]).toBe(input[1]);
});
