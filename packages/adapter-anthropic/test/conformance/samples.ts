import type { AdapterSamples } from "@cutpoint/conformance";

const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** Messages as apps pass them to the client. */
export const samples: AdapterSamples = {
  text: [
    { role: "user", content: "What is it?" },
    {
      role: "assistant",
      content: [
        { type: "text", text: "It is a test.", citations: null },
        { type: "text", text: "No more.", cache_control: { type: "ephemeral" } },
      ],
    },
  ],
  parallelCalls: [
    { role: "user", content: "Read both." },
    {
      role: "assistant",
      content: [
        { type: "tool_use", id: "a", name: "read", input: { path: "a.ts" } },
        { type: "tool_use", id: "b", name: "read", input: { path: "b.ts" }, caller: null },
      ],
    },
    {
      role: "user",
      content: [
        { type: "tool_result", tool_use_id: "a", content: "one" },
        {
          type: "tool_result",
          tool_use_id: "b",
          content: [{ type: "text", text: "gone" }],
          is_error: true,
          cache_control: { type: "ephemeral" },
        },
        { type: "text", text: "And now?" },
      ],
    },
  ],
  files: [
    {
      role: "user",
      content: [
        { type: "text", text: "What is this?" },
        { type: "image", source: { type: "base64", media_type: "image/png", data: PIXEL } },
        { type: "image", source: { type: "url", url: "https://example.com/a.png" } },
        {
          type: "document",
          title: "a.pdf",
          source: { type: "base64", media_type: "application/pdf", data: "JVBERi0=" },
          citations: { enabled: true },
        },
        { type: "document", source: { type: "text", media_type: "text/plain", data: "Notes: ä" } },
        { type: "document", source: { type: "file", file_id: "file_1" } },
      ],
    },
  ],
  reasoning: [
    { role: "user", content: "Is it so?" },
    {
      role: "assistant",
      content: [
        { type: "thinking", thinking: "Well …", signature: "c2lnbmVk" },
        { type: "redacted_thinking", data: "c2VhbGVk" },
        { type: "text", text: "It is so." },
      ],
    },
  ],
  unknown: [
    { role: "user", content: [{ type: "hologram", shape: { sides: [1, 2] } }] },
    {
      role: "assistant",
      content: [
        { type: "server_tool_use", id: "s", name: "web_search", input: { query: "q" } },
        { type: "web_search_tool_result", tool_use_id: "s", content: [] },
        { type: "compaction", content: "Earlier …", encrypted_content: "ZW5j" },
      ],
      level: 3,
    },
    { role: "system", content: "Answer in few words.", clear_at: null },
    { role: "user", content: [] },
  ],
};
