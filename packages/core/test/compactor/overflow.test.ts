import { expect, test } from "vitest";
import { isContextOverflow } from "../../src/compactor/overflow.ts";

test.each([
  ["T126", new Error("prompt is too long: 213462 tokens > 200000 maximum")],
  ["T127", new Error("400 Your input exceeds the context window of this model.")],
  ["T128", new Error("Context length exceeded")],
  ["T128 as a code", { code: "context_length_exceeded" }],
  [
    "T128 in a body",
    { status: 400, error: { code: "context_length_exceeded", message: "too many" } },
  ],
  ["T126 as a cause", new Error("run failed", { cause: new Error("Prompt is too long") })],
  ["T126 as text", "prompt is too long"],
])("%s is an overflow", (_id, error) => {
  expect(isContextOverflow(error)).toBe(true);
});

test.each([
  ["F73 a rate limit", new Error("429 Too many requests")],
  ["T139 another failure", new Error("socket hang up")],
  ["nothing", undefined],
  ["an empty object", {}],
])("%s is none", (_id, error) => {
  expect(isContextOverflow(error)).toBe(false);
});

test("causes that go in a circle end", () => {
  const error = new Error("circle");
  error.cause = error;
  expect(isContextOverflow(error)).toBe(false);
});
