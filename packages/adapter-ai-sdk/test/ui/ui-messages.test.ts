import type { Item } from "@cutpoint/core";
import { assistantMessage, toolMessage, userMessage } from "@cutpoint/core";
import { convertToModelMessages, type UIMessage, validateUIMessages } from "ai";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { fromModelMessages, toModelMessages } from "../../src/prompt/convert.ts";
import { fromUiMessages } from "../../src/ui/from-ui-messages.ts";
import { toUiMessages } from "../../src/ui/to-ui-messages.ts";
import { cases } from "../../../../tooling/laws/src/cases.ts";

const chat: UIMessage[] = [
  { id: "u1", role: "user", parts: [{ type: "text", text: "Which berth?" }] },
  {
    id: "a1",
    role: "assistant",
    metadata: { model: "any" },
    parts: [
      { type: "data-compaction", id: "c", data: { status: "applied" } },
      { type: "step-start" },
      { type: "reasoning", text: "Well", providerMetadata: { anthropic: { signature: "s" } } },
      {
        type: "tool-look",
        toolCallId: "t1",
        state: "output-available",
        input: { at: "pier" },
        output: { berth: 42 },
      },
      {
        type: "dynamic-tool",
        toolName: "ask",
        toolCallId: "t2",
        state: "output-error",
        input: {},
        errorText: "no",
      },
      { type: "step-start" },
      { type: "text", text: "Berth 42." },
      { type: "source-url", sourceId: "s", url: "https://example.com" },
    ],
  },
];

test("an answer becomes an item for each step and result, with ids that stay the same", async () => {
  const items = await fromUiMessages(chat);
  expect(items.map(({ id, message }) => [id, message.role])).toEqual([
    ["u1", "user"],
    ["a1#0", "assistant"],
    ["a1#0.t1", "tool"],
    ["a1#0.t2", "tool"],
    ["a1#1", "assistant"],
  ]);
  expect(items[1]?.message.parts).toEqual([
    { type: "reasoning", text: "Well", signature: "s" },
    { type: "tool-call", callId: "t1", name: "look", arguments: '{"at":"pier"}' },
    { type: "tool-call", callId: "t2", name: "ask", arguments: "{}" },
  ]);
  expect(items[2]?.message.parts).toEqual([{ type: "text", text: '{"berth":42}' }]);
  expect(items[3]?.message).toMatchObject({ failed: true });
});

const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 });
const part = fc.oneof(
  fc.record({ type: fc.constant("text"), text }),
  fc.record({ type: fc.constant("reasoning"), text }),
  fc.record({ type: fc.constant("data-note"), data: fc.jsonValue({ maxDepth: 2 }) }),
  fc.record({ type: fc.constant("source-url"), sourceId: text, url: fc.webUrl() }),
  fc.record({ type: fc.constant("file"), mediaType: fc.constant("image/png"), url: fc.webUrl() }),
  fc.constant({ type: "step-start" }),
  fc.record({
    type: fc.constant("tool-look"),
    toolCallId: fc.uuid(),
    state: fc.constant("output-available"),
    input: fc.dictionary(fc.stringMatching(/^[a-z]+$/), text),
    output: text,
  }),
);
const anyChat = fc
  .array(fc.tuple(fc.constantFrom("user", "assistant"), text, fc.array(part, { maxLength: 6 })), {
    maxLength: 6,
  })
  .map((rows) =>
    rows.map(([role, first, parts], index) => ({
      id: `m${index}`,
      role,
      // A message without content for the model is left out.
      parts: [...parts.filter(() => role === "assistant"), { type: "text", text: first }],
    })),
  ) as unknown as fc.Arbitrary<UIMessage[]>;

test("messages of a chat page become items and the same messages again, also over JSON", async () => {
  await fc.assert(
    fc.asyncProperty(anyChat, async (messages) => {
      const items = JSON.parse(JSON.stringify(await fromUiMessages(messages))) as readonly Item[];
      expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
      expect(toUiMessages(items)).toEqual(messages);
    }),
    cases(200),
  );
  expect(toUiMessages(await fromUiMessages(chat))).toEqual(chat);
});

test("a message without content for the model is left out", async () => {
  const note: UIMessage = { id: "n", role: "assistant", parts: [{ type: "data-n", data: 1 }] };
  expect(await fromUiMessages([note])).toEqual([]);
});

test("items from elsewhere become messages that the SDK accepts", async () => {
  const call = {
    type: "tool-call",
    callId: "c",
    name: "look",
    arguments: '{"at":"pier"}',
  } as const;
  const messages = [
    userMessage("Which berth?"),
    assistantMessage("A moment.", [call]),
    toolMessage(call, "42"),
    assistantMessage("Berth 42."),
    userMessage("Thanks."),
  ];
  const page = toUiMessages(messages.map((message, index) => ({ id: `${index}`, message })));
  expect(page.map(({ id, role }) => [id, role])).toEqual([
    ["0", "user"],
    ["1", "assistant"],
    ["4", "user"],
  ]);
  await expect(validateUIMessages({ messages: page })).resolves.toEqual(page);
  expect(await convertToModelMessages(page)).toMatchObject(
    toModelMessages(messages).map(({ role }) => ({ role })),
  );
  expect(page[1]?.parts[2]).toEqual({
    type: "dynamic-tool",
    toolName: "look",
    toolCallId: "c",
    state: "output-available",
    input: { at: "pier" },
    output: "42",
  });
});

test("messages with texts and images become what they were", () => {
  const image = new Uint8Array([1, 2, 3]);
  const messages = [
    { role: "user" as const, content: "Look." },
    { role: "user" as const, content: [{ type: "image" as const, image }] },
    { role: "assistant" as const, content: "A lamp." },
  ];
  const converted = fromModelMessages(messages);
  expect(converted.map(({ parts }) => parts)).toEqual([
    [{ type: "text", text: "Look." }],
    [{ type: "file", mediaType: "image/*", url: "data:image/*;base64,AQID" }],
    [{ type: "text", text: "A lamp." }],
  ]);
  expect(toModelMessages(converted)).toEqual(messages);
});
