import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import { type Message, viewOf } from "@cutpoint/core";
import type { ModelMessage } from "ai";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { fromModelMessages, toModelMessages } from "../../src/prompt/convert.ts";
import { cases } from "../../../../tooling/laws/src/cases.ts";

const text = fc.string({ unit: "grapheme", maxLength: 30 });
const id = fc.stringMatching(/^[a-z]{1,6}$/);
const providerOptions = fc.record({ openai: fc.record({ itemId: id }) });
const options = fc.oneof(fc.constant({}), fc.record({ providerOptions }));

const textPart = fc.record({ type: fc.constant("text"), text });
const filePart = fc.record({
  type: fc.constant("file"),
  mediaType: fc.constantFrom("image/png", "text/plain"),
  data: fc.oneof(
    fc.uint8Array({ maxLength: 40 }).map((data) => ({ type: "data", data })),
    fc.constant({ type: "data", data: "AAAA" }),
    fc.webUrl().map((url) => ({ type: "url", url: new URL(url) })),
    id.map((file) => ({ type: "reference", reference: { openai: file } })),
    text.map((value) => ({ type: "text", text: value })),
  ),
});
const reasoning = fc.record({ type: fc.constant("reasoning"), text, providerOptions });
const call = fc.record({
  type: fc.constant("tool-call"),
  toolCallId: id,
  toolName: id,
  input: fc.dictionary(id, fc.jsonValue({ maxDepth: 2 })),
  providerExecuted: fc.boolean(),
});
const output = fc.oneof(
  fc.record({ type: fc.constantFrom("text", "error-text"), value: text }),
  fc.record({ type: fc.constantFrom("json", "error-json"), value: fc.jsonValue({ maxDepth: 2 }) }),
  fc.record({ type: fc.constant("execution-denied"), reason: text }),
  fc.record({ type: fc.constant("content"), value: fc.array(fc.oneof(textPart, filePart)) }),
);
const result = fc.record({
  type: fc.constant("tool-result"),
  toolCallId: id,
  toolName: id,
  output,
});
const approval = fc.record({
  type: fc.constant("tool-approval-response"),
  approvalId: id,
  approved: fc.boolean(),
});
const withOptions = (message: fc.Arbitrary<object>): fc.Arbitrary<object> =>
  fc.tuple(message, options).map(([fields, given]) => ({ ...fields, ...given }));

/** Any prompt of a language model. */
const anyPrompt = fc.array(
  fc.oneof(
    withOptions(fc.record({ role: fc.constant("system"), content: text })),
    withOptions(
      fc.record({ role: fc.constant("user"), content: fc.array(fc.oneof(textPart, filePart)) }),
    ),
    withOptions(
      fc.record({
        role: fc.constant("assistant"),
        content: fc.array(fc.oneof(textPart, filePart, reasoning, call, result)),
      }),
    ),
    withOptions(
      fc.record({
        role: fc.constant("tool"),
        content: fc.array(fc.oneof(result, approval), { minLength: 1, maxLength: 4 }),
      }),
    ),
  ),
  { maxLength: 8 },
) as unknown as fc.Arbitrary<LanguageModelV4Prompt>;

test("a prompt becomes messages and the same prompt again, also over JSON", () => {
  fc.assert(
    fc.property(anyPrompt, (prompt) => {
      const stored = JSON.parse(JSON.stringify(fromModelMessages(prompt))) as readonly Message[];
      expect(toModelMessages(stored)).toEqual(prompt);
    }),
    cases(200),
  );
});

test("each result of a tool message is a message, and they become one message again", () => {
  const results = ["a", "b"].map((toolCallId) => ({
    type: "tool-result" as const,
    toolCallId,
    toolName: "read",
    output: { type: "text" as const, value: toolCallId },
  }));
  const prompt: LanguageModelV4Prompt = [{ role: "tool", content: results }];
  const messages = fromModelMessages(prompt);
  expect(messages.map((message) => message.role === "tool" && message.callId)).toEqual(["a", "b"]);
  expect(toModelMessages(messages)).toEqual(prompt);
});

test("messages that come from elsewhere become a prompt", () => {
  const call = { type: "tool-call", callId: "c", name: "read", arguments: '{"path":"a"}' } as const;
  const messages: readonly Message[] = [
    { role: "system", parts: [{ type: "text", text: "Be brief." }] },
    {
      role: "user",
      provenance: "user",
      parts: [
        { type: "text", text: "Look." },
        { type: "file", mediaType: "image/png", url: "data:image/png;base64,AAAA" },
      ],
    },
    { role: "assistant", parts: [call] },
    {
      role: "tool",
      callId: "c",
      name: "read",
      failed: true,
      parts: [{ type: "text", text: "no" }],
    },
  ];
  expect(toModelMessages(messages)).toEqual([
    { role: "system", content: "Be brief." },
    {
      role: "user",
      content: [
        { type: "text", text: "Look." },
        { type: "file", mediaType: "image/png", data: "AAAA" },
      ],
    },
    {
      role: "assistant",
      content: [{ type: "tool-call", toolCallId: "c", toolName: "read", input: { path: "a" } }],
    },
    {
      role: "tool",
      content: [
        {
          type: "tool-result",
          toolCallId: "c",
          toolName: "read",
          output: { type: "error-text", value: "no" },
        },
      ],
    },
  ]);
});

test("arguments have no lone surrogates, and a file without an address is its name", () => {
  const messages: readonly Message[] = [
    {
      role: "user",
      provenance: "user",
      parts: [{ type: "file", mediaType: "text/plain", url: "notes.txt" }],
    },
    {
      role: "assistant",
      parts: [
        { type: "tool-call", callId: "c", name: "read", arguments: String.raw`{"a":"\ud800"}` },
      ],
    },
  ];
  expect(toModelMessages(messages)).toMatchObject([
    { content: [{ type: "text", text: "[notes.txt]" }] },
    { content: [{ input: { a: "\ufffd" } }] },
  ]);
});

test("reasoning is signed by the option of any provider", () => {
  const signed = { anthropic: { signature: "s" }, google: {} };
  const [message] = fromModelMessages([
    {
      role: "assistant",
      content: [{ type: "reasoning", text: "Well", providerOptions: signed }],
    },
  ]);
  expect(message?.parts).toEqual([{ type: "reasoning", text: "Well", signature: "s" }]);
});

test("a call whose id occurs again keeps its provider's options, and so does its result", () => {
  const turn = (sign: string, value: string): readonly ModelMessage[] => {
    const common = {
      toolCallId: "a",
      toolName: "read",
      providerOptions: { google: { thoughtSignature: sign } },
    };
    return [
      { role: "user", content: "go" },
      { role: "assistant", content: [{ type: "tool-call", input: {}, ...common }] },
      {
        role: "tool",
        content: [{ type: "tool-result", output: { type: "json", value }, ...common }],
      },
    ];
  };
  const messages = [...turn("one", "1"), ...turn("two", "2"), ...turn("three", "\ud800")];
  const items = fromModelMessages(messages).map((message, place) => ({ id: `${place}`, message }));
  const sent = toModelMessages(viewOf({ items, state: null }).messages);
  const expected = [turn("one", "1"), turn("two", "2"), turn("three", "\ufffd")].map(
    (each, index) =>
      JSON.stringify(each).replaceAll(`"a"`, index === 0 ? `"a"` : `"a_${index + 1}"`),
  );
  expect(sent).toEqual(expected.flatMap((text) => JSON.parse(text) as readonly ModelMessage[]));
});
