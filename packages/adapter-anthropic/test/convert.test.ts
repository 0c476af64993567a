import { assertMessage } from "@cutpoint/core/session";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { fromAnthropicMessages, toAnthropicMessages } from "../src/convert.ts";
import { cases } from "../../../tooling/laws/src/cases.ts";

const text = fc.string({ unit: "grapheme", maxLength: 8 });
const json = fc
  .jsonValue({ maxDepth: 2 })
  .map((value): unknown => JSON.parse(JSON.stringify(value))); // no -0
const cachePoint = fc.option(fc.constant({ cache_control: { type: "ephemeral" } }));
const source = fc.oneof(
  text.map((data) => ({ type: "base64", media_type: "image/png", data })),
  text.map((data) => ({ type: "text", media_type: "text/plain", data })),
  text.map((name) => ({ type: "url", url: `https://example.com/${name}` })),
  text.map((id) => ({ type: "file", file_id: id })),
);
const block = fc
  .tuple(
    fc.oneof(
      text.map((words) => ({ type: "text", text: words })),
      fc.tuple(text, text).map(([thinking, signature]) => ({
        type: "thinking",
        thinking,
        signature,
      })),
      text.map((data) => ({ type: "redacted_thinking", data })),
      fc
        .tuple(text, fc.dictionary(text, json))
        .map(([id, input]) => ({ type: "tool_use", id, name: "read", input })),
      fc
        .tuple(
          text,
          fc.oneof(
            text,
            fc.array(text.map((words) => ({ type: "text", text: words }))),
            fc.constant(undefined),
          ),
          fc.option(fc.boolean()),
        )
        .map(([id, content, failed]) => ({
          type: "tool_result",
          tool_use_id: id,
          is_error: failed,
          ...(content === undefined ? {} : { content }),
        })),
      fc.tuple(fc.constantFrom("image", "document"), source).map(([type, from]) => ({
        type,
        source: from,
      })),
      fc.tuple(text, json).map(([type, value]) => ({ type, value })),
    ),
    cachePoint,
  )
  .map(([fields, mark]) => ({ ...fields, ...mark }));
const message = fc.record({
  role: fc.constantFrom("user", "assistant", "system"),
  content: fc.oneof(text, fc.array(block, { maxLength: 5 })),
});

type Block = { readonly type: string; readonly tool_use_id?: string };
type AnyMessage = { readonly role: string; readonly content: string | readonly Block[] };

/** Joins messages of the user where the results of one follow those of the other. */
function withJoinedResults(messages: readonly AnyMessage[]): readonly AnyMessage[] {
  const joined: AnyMessage[] = [];
  for (const message of messages) {
    const before = userBlocks(joined.at(-1));
    const blocks = userBlocks(message);
    if (isResult(before.at(-1)) && isResult(blocks[0]))
      joined[joined.length - 1] = { role: "user", content: [...before, ...blocks] };
    else joined.push(message);
  }
  return joined;
}

function userBlocks(message: AnyMessage | undefined): readonly Block[] {
  const { content = "", role } = message ?? {};
  return role === "user" && typeof content !== "string" ? content : [];
}

function isResult(block: Block | undefined): boolean {
  return block?.type === "tool_result" && block.tool_use_id !== "";
}

test("messages become valid, and come back as they were, also as JSON", () => {
  fc.assert(
    fc.property(fc.array(message, { maxLength: 6 }), (messages) => {
      const converted = fromAnthropicMessages(messages as never);
      converted.forEach((one, index) => assertMessage(one, `messages[${index}]`));
      const stored = JSON.parse(JSON.stringify(converted)) as typeof converted;
      expect(toAnthropicMessages(stored)).toEqual(withJoinedResults(messages));
    }),
    cases(400),
  );
});

test.each(["assistant", "system"])("results in messages with the role %s stay apart", (role) => {
  const message = { role, content: [{ type: "tool_result", tool_use_id: "a", content: "x" }] };
  const messages = [message, message];
  expect(toAnthropicMessages(fromAnthropicMessages(messages as never))).toEqual(messages);
});

test("messages of other hosts become valid messages", () => {
  const written = toAnthropicMessages([
    { role: "user", provenance: "user", parts: [{ type: "text", text: "Look." }] },
    {
      role: "assistant",
      parts: [
        { type: "reasoning", text: "No signature." },
        { type: "tool-call", callId: "a", name: "read", arguments: "[1]" },
        { type: "tool-call", callId: "b", name: "read", arguments: "{" },
      ],
    },
    { role: "tool", callId: "a", name: "read", parts: [{ type: "text", text: "one" }] },
    { role: "tool", callId: "b", name: "read", failed: true, parts: [] },
    {
      role: "user",
      provenance: "user",
      parts: [
        { type: "file", mediaType: "image/png", url: "data:image/png;base64,AA==" },
        { type: "file", mediaType: "text/plain", url: "data:text/plain,a%20b", name: "a.txt" },
      ],
    },
  ]);
  expect(written).toEqual([
    { role: "user", content: [{ type: "text", text: "Look." }] },
    {
      role: "assistant",
      content: [
        { type: "tool_use", id: "a", name: "read", input: { input: [1] } },
        { type: "tool_use", id: "b", name: "read", input: { input: "{" } },
      ],
    },
    {
      role: "user",
      content: [
        { type: "tool_result", tool_use_id: "a", content: "one" },
        { type: "tool_result", tool_use_id: "b", is_error: true, content: "" },
      ],
    },
    {
      role: "user",
      content: [
        { type: "image", source: { type: "base64", media_type: "image/png", data: "AA==" } },
        {
          type: "document",
          title: "a.txt",
          source: { type: "text", media_type: "text/plain", data: "a b" },
        },
      ],
    },
  ]);
});
