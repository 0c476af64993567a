import { viewOf } from "@cutpoint/core";
import { type AnswerUsage, createHostReader, type HostItems } from "@cutpoint/host-kit";
import type { AgentInputItem } from "@openai/agents-core";
import { expect, test } from "vitest";
import { positionedView } from "../../src/items/host-view.ts";
import { unitFormat } from "../../src/items/unit-format.ts";
import { talk } from "../support/run-agent.ts";

type Usages = Parameters<typeof createHostReader>[1];

/** The first reading by a reader, which converts all items. */
const readAnew = (
  messages: readonly AgentInputItem[],
  usageAfter?: Usages,
): HostItems<AgentInputItem> =>
  createHostReader(unitFormat, usageAfter)({ messages: structuredClone(messages) });

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
  const usageAfter: Usages = (id) => answers.get(id);
  const continued = createHostReader(unitFormat, usageAfter);
  for (let length = 1; length <= conversation.length; length += 1) {
    const input = conversation.slice(0, length);
    const { items } = continued({ messages: input });
    expect(items).toEqual(readAnew(input, usageAfter).items);
    if (length % 3 === 0) answers.set(items.at(-1)?.id ?? "", { usage });
  }
});

test("a reader that continues a conversation notices an edit of a newest item and a removed one", () => {
  const input = talk(12);
  const continued = createHostReader(unitFormat);
  continued({ messages: input });
  Object.assign(input.at(-3) ?? {}, { content: "Edited." });
  expect(continued({ messages: [...input] }).items).toEqual(readAnew(input).items);
  const shorter = input.slice(0, -4);
  expect(continued({ messages: shorter }).items).toEqual(readAnew(shorter).items);
});

test("an item has the same id in a run and in its session", () => {
  const call = { type: "function_call", callId: "a", name: "read", arguments: "{}" } as const;
  const [sent] = readAnew([{ ...call, id: "fc_1" }]).items;
  const [stored] = readAnew([call]).items;
  expect(sent?.id).toBe(stored?.id);
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
  const host = createHostReader(unitFormat)({ messages: input });
  const view = positionedView(viewOf({ items: host.items, state: null }), host, null);
  const shown = view.flatMap(({ items }) => items);
  const ids = shown.map((item) => ("callId" in item ? item.callId : undefined));
  expect(ids).toEqual([undefined, "a", "a", "a_2", "a_2"]);
  expect(shown[1]).toBe(input[1]);
});
