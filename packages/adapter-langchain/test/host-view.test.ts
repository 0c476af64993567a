import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { expect, test } from "vitest";
import { createLangChainCompactor, type FittedMessages } from "../src/langchain-compactor.ts";

const thread: readonly BaseMessage[] = Array.from(
  { length: 40 },
  (_, place) => new HumanMessage({ id: `m${place}`, content: `question ${place} `.repeat(40) }),
);

async function compacted(): Promise<(messages: readonly BaseMessage[]) => Promise<FittedMessages>> {
  const compactor = createLangChainCompactor({ policy: { windowTokens: 4_000 } });
  const { state } = await compactor.fit({ messages: thread, state: null }, {});
  expect(state?.compactedThrough).not.toBeNull();
  return async (messages) => compactor.fit({ messages, state }, {});
}

test("the prefix of a view is the same in each request, and kept messages are the host's own", async () => {
  const fit = await compacted();
  const first = await fit(thread);
  const second = await fit([...thread, new HumanMessage({ id: "new", content: "more" })]);
  expect(first.prefixLength).toBeGreaterThan(0);
  expect(second.messages.slice(0, -1)).toEqual(first.messages);
  for (const message of first.messages.slice(first.prefixLength)) expect(thread).toContain(message);
});

test("an edit of a prefix message does not change later requests", async () => {
  const fit = await compacted();
  const [prefixMessage] = (await fit(thread)).messages;
  if (prefixMessage === undefined) throw new Error("the view is empty");
  const before = prefixMessage.content;
  prefixMessage.content = "written over";
  const again = await fit(thread);
  expect(again.messages[0]?.content).toEqual(before);
});

test("calls with one id, and their results, get different ids", async () => {
  const called = (content: string): readonly BaseMessage[] => [
    new AIMessage({ content, tool_calls: [{ id: "a", name: "read", args: {} }] }),
    new ToolMessage({ tool_call_id: "a", name: "read", content }),
  ];
  const messages = [new HumanMessage("hello"), ...called("one"), ...called("two")];
  const compactor = createLangChainCompactor({ policy: { windowTokens: 4_000 } });
  const shown = (await compactor.fit({ messages, state: null }, {})).messages;
  expect(shown.map((message) => callIdOf(message))).toEqual([undefined, "a", "a", "a_2", "a_2"]);
  expect(shown[1]).toBe(messages[1]);
  expect(shown[3]?.content).toEqual("two");
});

test("a call whose id occurs again gets its new id in all fields, and keeps the others", async () => {
  const called = (sign: string): readonly BaseMessage[] => {
    const written = { id: "a", type: "function", function: { name: "read", arguments: "{}" } };
    const signed = { ...written, extra_content: { sign } } as const;
    return [
      new AIMessage({
        content: [
          { type: "text", text: "so" },
          { type: "tool_use", id: "a", name: "read", input: {} },
        ],
        tool_calls: [{ id: "a", name: "read", args: {} }],
        additional_kwargs: {
          __gemini_function_call_thought_signatures__: { a: sign },
          ...({ tool_calls: [signed] } as object),
        },
        response_metadata: { output: [{ type: "function_call", id: sign, call_id: "a" }] },
      }),
      new ToolMessage({ tool_call_id: "a", name: "read", content: "x", artifact: { sign } }),
    ];
  };
  const messages = [new HumanMessage("hello"), ...called("one"), ...called("two")];
  const compactor = createLangChainCompactor({ policy: { windowTokens: 4_000 } });
  const shown = (await compactor.fit({ messages, state: null }, {})).messages;
  const text = JSON.stringify(shown.slice(3));
  expect(text).not.toContain(`"a"`);
  const renamed = JSON.stringify(called("two")).replaceAll(`"a"`, `"a_2"`);
  expect(JSON.parse(text)).toEqual(JSON.parse(renamed));
});

test("calls for one thread at the same time see only their own messages", async () => {
  const compactor = createLangChainCompactor({ policy: { windowTokens: 200_000 } });
  const fit = async (messages: readonly BaseMessage[]): Promise<FittedMessages> =>
    compactor.fit({ messages, state: null }, {});
  const longer = [...thread, new HumanMessage({ id: "new", content: "more" })];
  const other = [...thread, new HumanMessage({ id: "other", content: "else" })];
  await fit(thread.slice(0, 20));
  const views = await Promise.all([thread, longer, other].map(fit));
  expect(views.map(({ messages }) => messages)).toEqual([thread, longer, other]);
});

test("a result that a later call gives is shown in its place", async () => {
  const compactor = createLangChainCompactor({ policy: { windowTokens: 200_000 } });
  const call = new AIMessage({ content: "", tool_calls: [{ id: "a", name: "read", args: {} }] });
  const open = [...thread, call];
  const before = await compactor.fit({ messages: open, state: null }, {});
  expect(before.messages).toHaveLength(42);
  const messages = [...open, new ToolMessage({ tool_call_id: "a", name: "read", content: "x" })];
  const after = await compactor.fit({ messages, state: null }, {});
  expect(after.messages).toEqual(messages);
  expect(after.isUntouched).toBe(true);
});

function callIdOf(message: BaseMessage): string | undefined {
  if (message instanceof ToolMessage) return message.tool_call_id;
  return message instanceof AIMessage ? message.tool_calls?.[0]?.id : undefined;
}
