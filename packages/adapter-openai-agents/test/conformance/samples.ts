import type { AdapterSamples } from "@cutpoint/conformance";

const PIXEL =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** Conversations as the SDK has them. */
export const samples: AdapterSamples = {
  text: [
    { type: "message", role: "system", content: "Answer in few words." },
    { role: "user", content: "What is it?", providerData: { name: "ada" } },
    {
      id: "msg_1",
      type: "message",
      role: "assistant",
      status: "completed",
      phase: "final_answer",
      content: [
        {
          type: "output_text",
          text: "It is a test.",
          providerData: { annotations: [], logprobs: [] },
        },
      ],
    },
  ],
  parallelCalls: [
    { type: "message", role: "user", content: [{ type: "input_text", text: "Read both." }] },
    {
      id: "fc_1",
      type: "function_call",
      callId: "a",
      name: "read",
      status: "completed",
      arguments: '{"path": "a.ts"}',
      providerData: { id: "fc_1" },
    },
    { id: "fc_2", type: "function_call", callId: "b", name: "read", arguments: '{"path": "b.ts"}' },
    {
      type: "function_call_result",
      name: "read",
      callId: "a",
      status: "completed",
      output: { type: "text", text: "one" },
    },
    { type: "function_call_result", name: "read", callId: "b", status: "completed", output: "two" },
  ],
  files: [
    {
      type: "message",
      role: "user",
      content: [
        { type: "input_text", text: "What is this?" },
        { type: "input_image", image: PIXEL, detail: "low" },
        { type: "input_image", image: { id: "file_1" } },
        { type: "input_file", file: { url: "https://example.com/a.pdf" }, filename: "a.pdf" },
      ],
    },
    { type: "computer_call", callId: "c", status: "completed", action: { type: "screenshot" } },
    {
      type: "computer_call_result",
      callId: "c",
      output: { type: "computer_screenshot", data: PIXEL },
    },
  ],
  reasoning: [
    {
      id: "rs_1",
      type: "reasoning",
      content: [{ type: "input_text", text: "Well …", providerData: { type: "summary_text" } }],
      providerData: { id: "rs_1", encrypted_content: "c2VhbGVk" },
    },
    {
      id: "msg_2",
      type: "message",
      role: "assistant",
      status: "completed",
      content: [{ type: "output_text", text: "It is so." }],
    },
  ],
  unknown: [
    { type: "unknown", id: "x_1", providerData: { type: "hologram", shape: { sides: [1, 2] } } },
    { type: "telepathy", id: "x_2", thought: ["of", { what: null }] },
    { type: "message", role: "moderator", content: "An unknown role.", level: 3 },
    { type: "message", role: "user", content: [{ type: "smell", of: "roses" }], mood: "good" },
    {
      type: "hosted_tool_call",
      id: "ws_1",
      name: "web_search_call",
      status: "completed",
      providerData: { action: { type: "search", query: "q" } },
    },
    { type: "compaction", id: "cmp_1", encrypted_content: "opaque" },
  ],
};
