import type { AdapterSamples } from "@cutpoint/conformance";

/** Conversations in the format of the host. */
export const samples: AdapterSamples = {
  text: [
    { by: "system", text: "Answer in few words." },
    { by: "user", text: "What is it?", name: "ada" },
    { by: "model", text: "It is a test." },
  ],
  parallelCalls: [
    { by: "user", text: "Read both." },
    {
      by: "model",
      text: "",
      wants: [
        { id: "a", tool: "read", input: '{"path": "a.ts"}' },
        { id: "b", tool: "read", input: '{"path": "b.ts"}' },
      ],
    },
    { by: "tool", text: "one", answers: { id: "a", tool: "read" } },
    { by: "tool", text: "two", answers: { id: "b", tool: "read" }, seconds: 3 },
  ],
  files: null, // the client sends text only
  reasoning: null,
  unknown: [
    { by: "moderator", text: "An unknown author.", level: 3 },
    { by: "user", text: "An unknown field.", shape: { sides: [1, 2] } },
  ],
};
