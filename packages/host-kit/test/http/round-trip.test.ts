import { assertMessage } from "@cutpoint/core/session";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { chatCodec } from "../../src/http/chat/codec.ts";
import { fromUnits, toUnits } from "../../src/convert-units.ts";
import { responsesCodec } from "../../src/http/responses/codec.ts";
import { cases } from "../../../../tooling/laws/src/cases.ts";

const runs = cases(400);
const text = fc.string({ unit: "grapheme", maxLength: 8 });
const value = fc
  .jsonValue({ maxDepth: 1 })
  .map((json): unknown => JSON.parse(JSON.stringify(json))); // no -0
const part = fc.oneof(
  text.map((words) => ({ type: "input_text", text: words })),
  text.map((words) => ({ type: "refusal", refusal: words })),
  text.map((url) => ({ type: "input_image", image_url: url })),
  fc.record({ type: fc.constant("input_file"), file_data: text, filename: text }),
  fc.record({ type: text, value }),
);
const content = fc.oneof(text, fc.array(part, { maxLength: 3 }));

const item = fc.oneof(
  fc.record({ role: fc.constantFrom("user", "assistant", "developer"), content }),
  fc.record({ type: fc.constant("message"), id: text, role: fc.constant("assistant"), content }),
  fc.record(
    { type: fc.constant("reasoning"), id: text, summary: fc.array(part), encrypted_content: text },
    { requiredKeys: ["type", "id"] },
  ),
  fc.record({
    type: fc.constantFrom("function_call", "custom_tool_call", "computer_call"),
    call_id: text,
    name: text,
    arguments: text,
  }),
  fc.record({
    type: fc.constantFrom("function_call_output", "computer_call_output"),
    call_id: text,
    output: fc.oneof(content, value),
  }),
  fc.record({ type: fc.string({ minLength: 1 }), value }),
);

test("items of Responses become valid messages, and come back as they were, also as JSON", () => {
  fc.assert(
    fc.property(fc.array(item, { maxLength: 8 }), (items) => {
      const messages = fromUnits(responsesCodec.split(items), responsesCodec);
      messages.forEach((message, index) => assertMessage(message, `messages[${index}]`));
      const stored = JSON.parse(JSON.stringify(messages)) as typeof messages;
      expect(responsesCodec.join(toUnits(stored, responsesCodec))).toEqual(items);
    }),
    runs,
  );
});

const call = fc.oneof(
  fc.record({
    id: text,
    type: fc.constant("function"),
    function: fc.record({ name: text, arguments: text }),
  }),
  fc.record({
    id: text,
    type: fc.constant("custom"),
    custom: fc.record({ name: text, input: text }),
  }),
);
const chatPart = fc.oneof(
  text.map((words) => ({ type: "text", text: words })),
  text.map((url) => ({ type: "image_url", image_url: { url } })),
  fc.record({ type: text, value }),
);
const chatMessage = fc.record(
  {
    role: fc.constantFrom("user", "assistant", "system", "tool", "moderator"),
    content: fc.oneof(text, fc.constant(null), fc.array(chatPart, { maxLength: 3 })),
    tool_calls: fc.array(call, { maxLength: 2 }),
    tool_call_id: text,
    name: text,
  },
  { requiredKeys: ["role"] },
);

test("messages of Chat Completions become valid messages, and come back as they were", () => {
  fc.assert(
    fc.property(fc.array(chatMessage, { maxLength: 6 }), (messages) => {
      const converted = fromUnits(chatCodec.split(messages as never), chatCodec);
      converted.forEach((message, index) => assertMessage(message, `messages[${index}]`));
      const stored = JSON.parse(JSON.stringify(converted)) as typeof converted;
      expect(chatCodec.join(toUnits(stored, chatCodec))).toEqual(messages);
    }),
    runs,
  );
});

test("the name of a person is read and sent again", () => {
  const messages = [{ role: "user", name: "maria", content: "Go on." }];
  const read = fromUnits(chatCodec.split(messages), chatCodec);
  expect(read).toMatchObject([{ role: "user", name: "maria" }]);
  expect(chatCodec.join(toUnits(read, chatCodec))).toEqual(messages);
});
