import { get_encoding } from "tiktoken";
import { describe, expect, test } from "vitest";
import type { ChatMessage, ChatToolCall } from "../src/chat.ts";
import { createGate } from "../src/gate.ts";

const system: ChatMessage = { role: "system", content: "Be exact." };
const user: ChatMessage = { role: "user", content: "How many files are there?" };
const answer: ChatMessage = { role: "assistant", content: "Nine." };

function call(id: string): ChatToolCall {
  return { id, type: "function", function: { name: "list_files", arguments: '{"path":"."}' } };
}

function calls(...ids: readonly string[]): ChatMessage {
  return { role: "assistant", content: null, tool_calls: ids.map(call) };
}

function result(id: string): ChatMessage {
  return { role: "tool", tool_call_id: id, content: "a.ts  12" };
}

const gate = createGate(1_000);

const refusals: readonly (readonly [
  what: string,
  code: string,
  messages: readonly ChatMessage[],
])[] = [
  ["no message at all", "empty_messages", []],
  ["an empty first message", "empty_message", [{ role: "system", content: " " }, user]],
  ["an empty first user message", "empty_message", [system, { role: "user", content: "" }]],
  ["nothing but system text", "no_user_message", [system]],
  ["an answer before any question", "first_not_user", [system, answer, user]],
  ["a result at the beginning", "orphan_result", [system, result("a")]],
  ["an orphan result", "orphan_result", [user, result("a")]],
  ["a result of another call", "orphan_result", [user, calls("a"), result("b")]],
  ["an unanswered call at the end", "unanswered_call", [user, calls("a")]],
  ["an unanswered call of two", "unanswered_call", [user, calls("a", "b"), result("b"), answer]],
  ["a word between call and result", "unanswered_call", [user, calls("a"), user, result("a")]],
  ["a duplicate result", "duplicate_result", [user, calls("a"), result("a"), result("a")]],
  [
    "a result far from its call",
    "misplaced_result",
    [user, calls("a"), result("a"), user, calls("b"), result("a")],
  ],
  ["one id for two calls", "duplicate_call", [user, calls("a", "a"), result("a")]],
  ["too much", "context_length_exceeded", [{ role: "user", content: "word ".repeat(1_000) }]],
];

describe("the gate", () => {
  test.each(refusals)("refuses %s: %s", (_, code, messages) => {
    expect(() => gate.check({ messages, tools: [] })).toThrow(
      expect.objectContaining({ code, status: 400 }),
    );
  });

  test.each<readonly [what: string, messages: readonly ChatMessage[]]>([
    ["a question", [system, user]],
    ["a call with its result", [system, user, calls("a"), result("a")]],
    ["parallel calls answered in another order", [user, calls("a", "b"), result("b"), result("a")]],
    ["an id that is used again", [user, calls("a"), result("a"), calls("a"), result("a"), answer]],
  ])("lets %s pass", (_, messages) => {
    expect(gate.check({ messages, tools: [] }).tokens).toBeGreaterThan(0);
  });

  test("counts 4 per message, content, 4 + name + arguments per call, and the tools as JSON", () => {
    const encoding = get_encoding("o200k_base");
    const tokens = (text: string): number => encoding.encode_ordinary(text).length;
    const tools = [
      {
        type: "function" as const,
        function: { name: "list_files", description: "List.", parameters: { type: "object" } },
      },
    ];
    const counted = gate.check({
      messages: [user, calls("a", "b"), result("a"), result("b")],
      tools,
    });
    const ofCall = 4 + tokens("list_files") + tokens('{"path":"."}');
    const ofResult = 4 + tokens("a.ts  12");
    const ofUser = 4 + tokens("How many files are there?");
    expect(counted.messageTokens).toEqual([ofUser, 4 + 2 * ofCall, ofResult, ofResult]);
    expect(counted.toolTokens).toBe(tokens(JSON.stringify(tools)));
    expect(counted.tokens).toBe(ofUser + 4 + 2 * ofCall + 2 * ofResult + counted.toolTokens);
  });

  test("lets pass what just fits and refuses one token more", () => {
    const { tokens } = gate.count({ messages: [user], tools: [] });
    expect(createGate(tokens).check({ messages: [user], tools: [] }).tokens).toBe(tokens);
    expect(() => createGate(tokens - 1).check({ messages: [user], tools: [] })).toThrow(
      `maximum context length is ${tokens - 1} tokens. However, your messages resulted in ${tokens} tokens`,
    );
  });

  test("reads the names of special tokens as plain text", () => {
    expect(
      gate.check({ messages: [{ role: "user", content: "<|endoftext|>" }], tools: [] }).tokens,
    ).toBeGreaterThan(5);
  });
});
