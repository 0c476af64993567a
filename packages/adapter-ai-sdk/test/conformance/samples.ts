import type { AdapterSamples } from "@cutpoint/conformance";

const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** Prompts as the SDK hands them to a language model. */
export const samples: AdapterSamples = {
  text: [
    { role: "system", content: "Answer in few words." },
    {
      role: "user",
      content: [{ type: "text", text: "What is it?" }],
      providerOptions: { openai: { name: "ada" } },
    },
    {
      role: "assistant",
      content: [
        { type: "text", text: "It is a test.", providerOptions: { openai: { itemId: "m" } } },
      ],
    },
  ],
  parallelCalls: [
    { role: "user", content: [{ type: "text", text: "Read both." }] },
    {
      role: "assistant",
      content: [
        { type: "tool-call", toolCallId: "a", toolName: "read", input: { path: "a.ts" } },
        { type: "tool-call", toolCallId: "b", toolName: "read", input: { path: "b.ts" } },
      ],
    },
    {
      role: "tool",
      content: [
        {
          type: "tool-result",
          toolCallId: "a",
          toolName: "read",
          output: { type: "text", value: "one" },
        },
        {
          type: "tool-result",
          toolCallId: "b",
          toolName: "read",
          output: { type: "error-json", value: { code: 2 } },
        },
      ],
    },
  ],
  files: [
    {
      role: "user",
      content: [
        { type: "text", text: "What is this?" },
        { type: "file", mediaType: "image/png", data: { type: "data", data: PIXEL } },
        {
          type: "file",
          mediaType: "application/pdf",
          filename: "a.pdf",
          data: { type: "reference", reference: { openai: "file_1" } },
        },
        { type: "file", mediaType: "text/plain", data: { type: "text", text: "Some notes." } },
      ],
    },
  ],
  reasoning: [
    { role: "user", content: [{ type: "text", text: "Is it so?" }] },
    {
      role: "assistant",
      content: [
        {
          type: "reasoning",
          text: "Well …",
          providerOptions: { openai: { itemId: "rs_1", reasoningEncryptedContent: "c2VhbGVk" } },
        },
        { type: "text", text: "It is so." },
      ],
    },
  ],
  unknown: [
    { role: "user", content: [{ type: "hologram", shape: { sides: [1, 2] } }] },
    {
      role: "assistant",
      content: [
        {
          type: "tool-call",
          toolCallId: "s",
          toolName: "web_search",
          input: { query: "q" },
          providerExecuted: true,
        },
        {
          type: "tool-result",
          toolCallId: "s",
          toolName: "web_search",
          output: { type: "json", value: [] },
        },
        { type: "custom", kind: "openai.compaction", providerOptions: { openai: { itemId: "c" } } },
      ],
    },
    { role: "moderator", content: "An unknown role.", level: 3 },
  ],
};
