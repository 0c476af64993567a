import type { AdapterSamples } from "@cutpoint/conformance";

const PIXEL =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** Messages of Chat Completions. */
export const chatSamples: AdapterSamples = {
  text: [
    { role: "developer", content: "Answer in few words." },
    { role: "user", content: "What is it?", name: "ada" },
    { role: "assistant", content: [{ type: "text", text: "It is a test." }], refusal: null },
  ],
  parallelCalls: [
    { role: "user", content: "Read both." },
    {
      role: "assistant",
      content: null,
      tool_calls: [
        { id: "a", type: "function", function: { name: "read", arguments: '{"path":"a.ts"}' } },
        { id: "b", type: "custom", custom: { name: "query", input: "select 1" } },
      ],
    },
    { role: "tool", tool_call_id: "a", content: "one" },
    { role: "tool", tool_call_id: "b", content: [{ type: "text", text: "two" }] },
  ],
  files: [
    {
      role: "user",
      content: [
        { type: "text", text: "What is this?" },
        { type: "image_url", image_url: { url: PIXEL, detail: "low" } },
        { type: "file", file: { file_id: "file_1" } },
        { type: "input_audio", input_audio: { data: "AA==", format: "wav" } },
      ],
    },
  ],
  reasoning: null,
  unknown: [
    { role: "user", content: [{ type: "hologram", shape: { sides: [1, 2] } }] },
    { role: "assistant", content: "Yes.", audio: { id: "audio_1" }, level: 3 },
    { role: "moderator", content: "An unknown role.", level: 3 },
  ],
};

/** Items of Responses. */
export const responsesSamples: AdapterSamples = {
  text: [
    { role: "system", content: "Answer in few words." },
    { role: "user", content: "What is it?" },
    {
      type: "message",
      id: "msg_1",
      role: "assistant",
      status: "completed",
      phase: "final",
      content: [{ type: "output_text", text: "It is a test.", annotations: [] }],
    },
  ],
  parallelCalls: [
    { type: "message", role: "user", content: [{ type: "input_text", text: "Read both." }] },
    {
      type: "function_call",
      id: "fc_1",
      call_id: "a",
      name: "read",
      arguments: '{"path":"a.ts"}',
      status: "completed",
    },
    { type: "custom_tool_call", id: "ct_1", call_id: "b", name: "query", input: "select 1" },
    { type: "function_call_output", call_id: "a", output: "one" },
    {
      type: "custom_tool_call_output",
      call_id: "b",
      output: [{ type: "input_text", text: "two" }],
    },
  ],
  files: [
    {
      role: "user",
      content: [
        { type: "input_text", text: "What is this?" },
        { type: "input_image", image_url: PIXEL, detail: "low" },
        { type: "input_image", file_id: "file_1", detail: "auto" },
        {
          type: "input_file",
          filename: "a.pdf",
          file_data: "data:application/pdf;base64,JVBERi0=",
        },
        { type: "input_file", file_url: "https://example.com/a.pdf" },
      ],
    },
  ],
  reasoning: [
    { role: "user", content: "Is it so?" },
    {
      type: "reasoning",
      id: "rs_1",
      summary: [{ type: "summary_text", text: "Well …" }],
      encrypted_content: "c2VhbGVk",
    },
    {
      type: "message",
      id: "msg_1",
      role: "assistant",
      content: [{ type: "output_text", text: "It is so.", annotations: [] }],
    },
  ],
  unknown: [
    { role: "user", content: [{ type: "hologram", shape: { sides: [1, 2] } }] },
    { type: "web_search_call", id: "ws_1", status: "completed", action: { type: "search" } },
    { type: "mcp_approval_request", id: "ar_1", name: "drop", arguments: "{}", server_label: "db" },
    { type: "mcp_approval_response", approval_request_id: "ar_1", approve: true },
    { type: "computer_call", id: "cc_1", call_id: "c", action: { type: "screenshot" } },
    {
      type: "computer_call_output",
      call_id: "c",
      output: { type: "computer_screenshot", image_url: PIXEL },
    },
    { type: "hologram_call", level: 3 },
  ],
};
