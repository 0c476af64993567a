import { expect, test } from "vitest";
import { invalidInput } from "../../src/message/error.ts";

const circular: Record<string, unknown> = {};
circular["itself"] = circular;

test.each([
  [undefined, "undefined"],
  [Number.NaN, "NaN"],
  ["users", '"users"'],
  [{ keep: 1 }, '{"keep":1}'],
  [{ apiKey: "sk-1234", maxTokens: 5 }, '{"apiKey":"…","maxTokens":5}'],
  [
    { nested: [{ accessToken: "abc", password: "x" }] },
    '{"nested":[{"accessToken":"…","password":"…"}]}',
  ],
  [circular, "object"],
  ["x".repeat(100), `"${"x".repeat(79)}…`],
])("an error shows a value, case %$, without its secrets", (value, shown) => {
  const { code, message } = invalidInput("options", value, "expected something else");
  expect(code).toBe("invalid-input");
  expect(message).toBe(`options is ${shown}: expected something else`);
});
