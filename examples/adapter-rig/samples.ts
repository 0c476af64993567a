import type { AdapterSamples } from "@cutpoint/conformance";

/** Conversations in the format of the host. */
export const samples: AdapterSamples = {
  text: [
    { role: "system", content: "Answer in few words." },
    { role: "user", name: "ada", content: "What is it?" },
    { role: "assistant", content: "It is a test." },
  ],
  parallelCalls: [
    { role: "user", content: "Read both." },
    {
      role: "assistant",
      content: null,
      tool_calls: [
        { id: "a", type: "function", function: { name: "read", arguments: '{"path": "a.ts"}' } },
        { id: "b", type: "function", function: { name: "read", arguments: '{"path": "b.ts"}' } },
      ],
    },
    { role: "tool", tool_call_id: "a", content: "one" },
    { role: "tool", tool_call_id: "b", content: "two" },
  ],
  files: [
    {
      role: "user",
      content: [
        { type: "text", text: "What is this?" },
        { type: "image_url", image_url: { url: "https://example.com/a.png", detail: "low" } },
      ],
    },
  ],
  reasoning: null, // Chat Completions has none
  unknown: [
    { role: "moderator", content: "An unknown role.", level: 3 },
    { role: "user", content: [{ type: "hologram", shape: { sides: [1, 2] } }] },
  ],
};
