import { expect, test } from "vitest";
import type { Part } from "../../src/message/message.ts";
import { messageTokens } from "../../src/tokens/message-tokens.ts";

const counting = { text: (text: string) => text.length, file: () => 70 };

/** The tokens that parts add to an empty assistant message. */
function tokensOf(...parts: readonly Part[]): number {
  const frame = messageTokens({ role: "assistant", parts: [] }, counting);
  return messageTokens({ role: "assistant", parts }, counting) - frame;
}

test("a message has 4 tokens for its frame, and a tool result 4 more for its call", () => {
  expect(messageTokens({ role: "assistant", parts: [] }, counting)).toBe(4);
  expect(messageTokens({ role: "tool", callId: "c", name: "read", parts: [] }, counting)).toBe(8);
});

test("the envelope, the name and the arguments of a call count", () => {
  const call = { type: "tool-call", callId: "c", name: "read", arguments: '{"a":1}' } as const;
  expect(tokensOf(call)).toBe(4 + 4 + 7);
});

test("reasoning counts, and its signature at 16 characters for 3 tokens", () => {
  expect(tokensOf({ type: "reasoning", text: "because" })).toBe(7);
  expect(tokensOf({ type: "reasoning", text: "because", signature: "s".repeat(32) })).toBe(13);
  expect(tokensOf({ type: "reasoning", text: "", signature: "s".repeat(33) })).toBe(7);
});

test("text, files and unknown parts count together", () => {
  const text = { type: "text", text: "hello" } as const;
  const file = { type: "file", mediaType: "image/png", data: "" } as const;
  const other = { type: "other", kind: "audio", value: { a: 1 } } as const;
  expect(tokensOf(text, file as never, other as never)).toBe(5 + 70 + 7);
});
