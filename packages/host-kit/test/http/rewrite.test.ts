import type { Message, Part } from "@cutpoint/core";
import { describe, expect, test } from "vitest";
import { chatCodec } from "../../src/http/chat/codec.ts";
import { responsesCodec } from "../../src/http/responses/codec.ts";
import type { UnitFormat } from "../../src/unit-format.ts";

/** Converts a unit whose message was changed as a compaction changes it. */
function rewrite<Unit, Wire>(
  unit: Unit,
  format: UnitFormat<Unit, Wire>,
  change: (parts: readonly Part[]) => readonly Part[],
): Unit {
  const message = format.toMessage(unit);
  const changed = { ...message, parts: change(message.parts) } as Message;
  return format.fromMessage(changed, { unit, parts: message.parts });
}

const shortened: Part = { type: "text", text: "Short." };
const withShortText = (parts: readonly Part[]): readonly Part[] =>
  parts.map((part) => (part.type === "text" ? shortened : part));

describe("an answer of Responses", () => {
  const reasoning = { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "c2Vh" };
  const said = {
    type: "message",
    id: "msg_1",
    role: "assistant",
    phase: "commentary",
    content: [{ type: "output_text", text: "I look.", annotations: [] }],
  };
  const call = { type: "function_call", id: "fc_1", call_id: "a", name: "look", arguments: "{}" };
  const search = { type: "web_search_call", id: "ws_1", status: "completed" };

  test("is one unit, so that reasoning stays with its follower", () => {
    const units = responsesCodec.split([reasoning, said, call]);
    expect(units).toEqual([{ items: [reasoning, said, call] }]);
  });

  test("loses the ids of messages and calls if its reasoning is left out", () => {
    const [unit = { items: [] }] = responsesCodec.split([reasoning, said, search, call]);
    const { items } = rewrite(unit, responsesCodec, (parts) =>
      parts.filter(({ type }) => type !== "reasoning"),
    );
    const { id: _said, ...saidWithoutId } = said;
    const { id: _call, ...callWithoutId } = call;
    expect(items).toEqual([saidWithoutId, search, callWithoutId]);
  });

  test("keeps its items if only another one changes", () => {
    const [unit = { items: [] }] = responsesCodec.split([reasoning, said, call]);
    const { items } = rewrite(unit, responsesCodec, withShortText);
    const content = [{ type: "output_text", text: "Short." }];
    expect(items).toEqual([reasoning, { type: "message", role: "assistant", content }, call]);
  });
});

describe("a result of Responses", () => {
  test("keeps its other fields if it is truncated", () => {
    const result = { type: "function_call_output", id: "o_1", call_id: "a", output: "Long …" };
    const [unit = { items: [] }] = responsesCodec.split([result]);
    expect(rewrite(unit, responsesCodec, withShortText).items).toEqual([
      { ...result, output: "Short." },
    ]);
  });

  test("is not truncated if it is a screenshot", () => {
    const output = { type: "computer_screenshot", image_url: "data:image/png;base64,AA==" };
    const result = { type: "computer_call_output", call_id: "a", output };
    const [unit = { items: [] }] = responsesCodec.split([result]);
    expect(rewrite(unit, responsesCodec, () => [shortened]).items).toEqual([result]);
  });
});

test("a message of Responses keeps its image if its text is truncated", () => {
  const image = { type: "input_image", image_url: "https://example.com/a.png", detail: "low" };
  const message = { role: "user", content: [{ type: "input_text", text: "Long …" }, image] };
  const [unit = { items: [] }] = responsesCodec.split([message]);
  expect(rewrite(unit, responsesCodec, withShortText).items).toEqual([
    { type: "message", role: "user", content: [{ type: "input_text", text: "Short." }, image] },
  ]);
});

test("a message of Chat Completions keeps its image and its calls if its text is truncated", () => {
  const image = {
    type: "image_url",
    image_url: { url: "https://example.com/a.png", detail: "low" },
  };
  const query = { id: "q", type: "custom", custom: { name: "query", input: "select 1" } };
  const messages = [
    { role: "user", name: "ada", content: [{ type: "text", text: "Long …" }, image] },
    { role: "assistant", content: "Long …", tool_calls: [query], level: 3 },
    { role: "tool", tool_call_id: "q", content: "Long …" },
  ];
  const rewritten = chatCodec
    .split(messages as never)
    .map((unit) => rewrite(unit, chatCodec, withShortText).message);
  expect(rewritten).toEqual([
    { role: "user", name: "ada", content: [{ type: "text", text: "Short." }, image] },
    { role: "assistant", content: "Short.", tool_calls: [query], level: 3 },
    { role: "tool", tool_call_id: "q", content: "Short." },
  ]);
});

test("a result has the name of the nearest call with its id", () => {
  const call = (name: string) => ({
    role: "assistant",
    tool_calls: [{ id: "a", type: "function" as const, function: { name, arguments: "{}" } }],
  });
  const result = { role: "tool", tool_call_id: "a", content: "Yes." };
  const units = chatCodec.split([result, call("look"), result, call("find"), result, result]);
  const names = units.filter(({ message }) => message === result).map(({ toolName }) => toolName);
  expect(names).toEqual([undefined, "look", "find", "find"]);
});
