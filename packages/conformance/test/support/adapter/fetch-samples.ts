import type { AdapterSamples } from "../../../src/adapter/rig.ts";

/** Conversations in the format of Chat Completions. */
export const fetchSamples: AdapterSamples = {
  text: [
    { role: "system", content: "Answer in few words." },
    { role: "developer", content: "And in English." },
    { role: "user", name: "ada", content: "What is it?" },
    { role: "assistant", content: "It is a test." },
    { role: "user", content: [{ type: "text", text: "In parts, too?" }] },
    { role: "assistant", content: "" },
  ],
  parallelCalls: [
    { role: "user", content: "Read both." },
    {
      role: "assistant",
      content: null,
      tool_calls: [
        { id: "a", type: "function", function: { name: "read", arguments: '{"path": "a.ts"}' } },
        { id: "b", type: "function", function: { name: "read", arguments: "not JSON" } },
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
        { type: "image_url", image_url: { url: "https://example.com/a.png", detail: "low" } },
        { type: "input_audio", input_audio: { data: "AAAA", format: "wav" } },
      ],
    },
  ],
  reasoning: null,
  unknown: [
    { role: "moderator", content: "An unknown role.", level: 3 },
    { role: "user", content: [{ type: "hologram", shape: { sides: [1, 2] } }] },
    {
      role: "assistant",
      content: "With more fields.",
      annotations: [{ type: "x" }],
      refusal: null,
    },
    { role: "tool", tool_call_id: "zz", content: "A result", cost: 0.5 },
  ],
};
