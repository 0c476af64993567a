import type Anthropic from "@anthropic-ai/sdk";
import { expect, test } from "vitest";
import { fromAnthropicMessages, toAnthropicMessages } from "../src/index.ts";

function called(input: unknown): readonly Anthropic.MessageParam[] {
  return [
    { role: "user", content: "Go on." },
    { role: "assistant", content: [{ type: "tool_use", id: "a", name: "run", input }] },
  ];
}

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = { value };
  return value;
}

const circular: Record<string, unknown> = {};
circular["self"] = circular;

test.each([
  ["100,000 levels", nested(100_000)],
  ["a circle", circular],
  [
    "a getter that throws",
    {
      get value(): never {
        throw new Error("no value");
      },
    },
  ],
])("arguments with %s are refused with the position of their message", (_name, input) => {
  expect(() => fromAnthropicMessages(called(input))).toThrow(
    expect.objectContaining({
      code: "invalid-input",
      message: expect.stringMatching(/^messages\[1\] cannot be converted: expected JSON/) as string,
    }),
  );
});

test("arguments with the names of inherited properties are kept", () => {
  const input: unknown = JSON.parse('{"__proto__":{"admin":true},"constructor":1}');
  const messages = toAnthropicMessages(fromAnthropicMessages(called(input)));
  expect(JSON.stringify(messages)).toBe(JSON.stringify(called(input)));
  expect(({} as { admin?: boolean }).admin).toBeUndefined();
});
