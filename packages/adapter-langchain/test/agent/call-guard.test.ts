import type { CompactionState } from "@cutpoint/core";
import type { GuardedCall } from "@cutpoint/host-kit";
import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { expect, test } from "vitest";
import { createCallGuard } from "../../src/agent/call-guard.ts";

const thread: readonly BaseMessage[] = Array.from(
  { length: 40 },
  (_, place) => new HumanMessage({ id: `m${place}`, content: `question ${place} `.repeat(40) }),
);

type Fit = (messages: readonly BaseMessage[]) => Promise<GuardedCall<BaseMessage>>;

/** Returns a function that compacts messages with one state. */
function fitWith(windowTokens: number, state: CompactionState | null = null): Fit {
  const open = createCallGuard({ policy: { windowTokens } });
  return async (messages) => open({ messages, state }, {});
}

async function compacted(): Promise<Fit> {
  const { kept } = await fitWith(4_000)(thread);
  expect(kept?.state.compactedThrough).not.toBeNull();
  return fitWith(4_000, kept?.state);
}

function shownBy({ messages }: GuardedCall<BaseMessage>): readonly BaseMessage[] {
  if (messages === null) throw new Error("nothing was changed");
  return messages;
}

test("the prefix of a view is the same in each request, and kept messages are the host's own", async () => {
  const fit = await compacted();
  const first = await fit(thread);
  const second = await fit([...thread, new HumanMessage({ id: "new", content: "more" })]);
  expect(shownBy(second).slice(0, -1)).toEqual(first.messages);
  const prefixLength = first.view.ids.findIndex((id) => id !== null);
  expect(prefixLength).toBeGreaterThan(0);
  for (const message of shownBy(first).slice(prefixLength)) expect(thread).toContain(message);
});

test("an edit of a prefix message does not change later requests", async () => {
  const fit = await compacted();
  const [prefixMessage] = shownBy(await fit(thread));
  if (prefixMessage === undefined) throw new Error("the view is empty");
  const before = prefixMessage.content;
  prefixMessage.content = "written over";
  expect(shownBy(await fit(thread))[0]?.content).toEqual(before);
});

test("calls with one id, and their results, get different ids", async () => {
  const called = (content: string): readonly BaseMessage[] => [
    new AIMessage({ content, tool_calls: [{ id: "a", name: "read", args: {} }] }),
    new ToolMessage({ tool_call_id: "a", name: "read", content }),
  ];
  const messages = [new HumanMessage("hello"), ...called("one"), ...called("two")];
  const shown = shownBy(await fitWith(4_000)(messages));
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
  const shown = shownBy(await fitWith(4_000)(messages));
  const text = JSON.stringify(shown.slice(3));
  expect(text).not.toContain(`"a"`);
  const renamed = JSON.stringify(called("two")).replaceAll(`"a"`, `"a_2"`);
  expect(JSON.parse(text)).toEqual(JSON.parse(renamed));
});

test("calls for one thread at the same time see only their own messages", async () => {
  const fit = fitWith(200_000);
  const longer = [...thread, new HumanMessage({ id: "new", content: "more" })];
  const other = [...thread, new HumanMessage({ id: "other", content: "else" })];
  await fit(thread.slice(0, 20));
  const calls = await Promise.all([thread, longer, other].map(fit));
  expect(calls.map(({ messages }) => messages)).toEqual([null, null, null]);
  expect(calls.map(({ view }) => view.ids.at(-1))).toEqual(["m39", "new", "other"]);
});

test("a result that a later call gives is shown in its place", async () => {
  const fit = fitWith(200_000);
  const call = new AIMessage({ content: "", tool_calls: [{ id: "a", name: "read", args: {} }] });
  const open = [...thread, call];
  expect(shownBy(await fit(open))).toHaveLength(42);
  const messages = [...open, new ToolMessage({ tool_call_id: "a", name: "read", content: "x" })];
  expect((await fit(messages)).messages).toBeNull();
});

test("messages before the boundary of the state are not read", async () => {
  const { kept } = await fitWith(4_000)(thread);
  const unread = new HumanMessage({ id: "m0", content: "" });
  Object.defineProperty(unread, "content", {
    get() {
      throw new Error("read");
    },
  });
  expect(
    (await fitWith(4_000, kept?.state)([unread, ...thread.slice(1)])).view.messages,
  ).not.toEqual([]);
});

test.each([
  ["claude-haiku-4-5", 200_000, 200_000],
  ["us.anthropic.claude-opus-5-5-20260901-v1:0", 1_000_000, 200_000],
  ["openai/gpt-6-sol", 1_050_000, 200_000],
])(
  "the window of %s is known without a profile",
  async (model, windowTokens, workingWindowTokens) => {
    const open = createCallGuard({});
    const short = { messages: thread.slice(0, 1), state: null };
    const known = { windowTokens, workingWindowTokens, windowSource: "catalog" };
    expect((await open(short, { model })).usage()).toMatchObject(known);
    const named = await open(short, { model, windowTokens: 9_000 });
    expect(named.usage()).toMatchObject({ windowTokens: 9_000, windowSource: "request" });
  },
);

test("a model of a million tokens compacts above 100,000 if nothing is set", async () => {
  const open = createCallGuard({});
  const request = { model: "claude-opus-5-5" };
  /** About 4,800 tokens each. */
  const messages = Array.from(
    { length: 60 },
    (_, place) =>
      new HumanMessage({ id: `m${place}`, content: `part ${place} of it. `.repeat(800) }),
  );
  expect((await open({ messages, state: null }, request)).outcome.type).toBe("compacted");
  const fewer = await open({ messages: messages.slice(0, 18), state: null }, request);
  expect(fewer.usage().tokens).toBeLessThan(100_000);
  expect(fewer.outcome).toEqual({ type: "unchanged", why: "below-trigger" });
});

test("a call with a trigger of its own compacts by it", async () => {
  const open = createCallGuard({ policy: { windowTokens: 200_000 } });
  const sizes = { trigger: { messages: 30 }, keep: { messages: 4 } };
  const own = await open({ messages: thread, state: null }, { sizes });
  expect(own.outcome.type).toBe("compacted");
  const other = await open({ messages: thread, state: null }, {});
  expect(other.outcome).toEqual({ type: "unchanged", why: "below-trigger" });
});

function callIdOf(message: BaseMessage): string | undefined {
  if (message instanceof ToolMessage) return message.tool_call_id;
  return message instanceof AIMessage ? message.tool_calls?.[0]?.id : undefined;
}
