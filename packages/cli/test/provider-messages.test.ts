import { type Message, userMessage } from "@cutpoint/core";
import { describe, expect, test } from "vitest";
import { toProvider } from "../src/provider-messages.ts";

const thinking: Message = {
  role: "assistant",
  parts: [
    { type: "reasoning", text: "Which file?", signature: "c2ln" },
    { type: "other", kind: "hologram", value: { type: "hologram" } },
    { type: "text", text: " \n" },
    { type: "tool-call", callId: "a", name: "read", arguments: '{"path":"a.ts"}' },
  ],
};
const messages: readonly Message[] = [
  { role: "system", parts: [{ type: "text", text: "Answer in few words." }] },
  userMessage("What is it?"),
  userMessage("And why?"),
  thinking,
  { role: "tool", callId: "a", name: "read", parts: [{ type: "text", text: "one" }] },
  { role: "assistant", parts: [{ type: "reasoning", text: "Nothing to say.", signature: "c2ln" }] },
  { role: "assistant", parts: [{ type: "text", text: "It is a test." }] },
];

const question = { role: "user", content: [text("What is it?"), text("And why?")] };
const call = { type: "tool_use", id: "a", name: "read", input: { path: "a.ts" } };
const result = {
  role: "user",
  content: [{ type: "tool_result", tool_use_id: "a", content: "one" }],
};

describe("Anthropic Messages", () => {
  test("have the system text apart, one message for adjacent ones, and their own thinking", () => {
    const thought = { type: "thinking", thinking: "Which file?", signature: "c2ln" };
    const nothing = { type: "thinking", thinking: "Nothing to say.", signature: "c2ln" };
    expect(toProvider(messages, "anthropic", "claude-code")).toEqual({
      system: "Answer in few words.",
      messages: [
        question,
        { role: "assistant", content: [thought, call] },
        result,
        { role: "assistant", content: [nothing, text("It is a test.")] },
      ],
    });
  });

  test("have no thinking of another provider", () => {
    expect(toProvider(messages, "anthropic", "codex")).toMatchObject({
      messages: [
        question,
        { role: "assistant", content: [call] },
        result,
        { role: "assistant", content: [text("It is a test.")] },
      ],
    });
  });
});

test("hostile parts reach Anthropic as text without lone surrogates", () => {
  const hostile: readonly Message[] = [
    {
      role: "user",
      provenance: "user",
      parts: [{ type: "file", mediaType: "text/plain", url: "data:text/plain,100%" }],
    },
    {
      role: "assistant",
      parts: [
        {
          type: "other",
          kind: "redacted_thinking",
          value: { type: "redacted_thinking", data: { url$: "nowhere" } },
        },
        { type: "tool-call", callId: "a", name: "read", arguments: '{"a\\ud800":"\\udc00"}' },
      ],
    },
  ];
  expect(toProvider(hostile, "anthropic", "anthropic-messages")).toMatchObject({
    messages: [
      { content: [{ source: { type: "text", data: "100%" } }] },
      {
        content: [
          { type: "redacted_thinking", data: { url$: "nowhere" } },
          { type: "tool_use", input: { "a\ufffd": "\ufffd" } },
        ],
      },
    ],
  });
});

test("messages of Chat Completions without a part that it accepts are left out", () => {
  const empty: readonly Message[] = [
    { role: "user", provenance: "user", parts: [{ type: "other", kind: "x", value: 1 }] },
    { role: "assistant", parts: [{ type: "other", kind: "x", value: 1 }] },
    userMessage("Go on."),
  ];
  expect(toProvider(empty, "chat", "codex")).toEqual([{ role: "user", content: "Go on." }]);
});

describe("items of Responses", () => {
  const types = (source: "codex" | "claude-code"): readonly unknown[] =>
    (toProvider(messages, "responses", source) as readonly { readonly type: string }[]).map(
      ({ type }) => type,
    );

  test("have their own encrypted reasoning", () => {
    expect(toProvider(messages, "responses", "codex")).toContainEqual({
      type: "reasoning",
      summary: [{ type: "summary_text", text: "Which file?" }],
      encrypted_content: "c2ln",
    });
    expect(types("codex").filter((type) => type === "reasoning")).toHaveLength(2);
  });

  test("have no reasoning of another provider", () => {
    expect(types("claude-code")).toEqual([
      "message",
      "message",
      "message",
      "function_call",
      "function_call_output",
      "message",
    ]);
  });
});

function text(words: string): object {
  return { type: "text", text: words };
}
