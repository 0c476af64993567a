import type { AdapterSamples } from "@cutpoint/conformance";

const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** Messages in the JSON form of the SDK. */
export const samples: AdapterSamples = {
  text: [
    { role: "user", content: [{ text: "What is it?" }], trackingId: "m-1" },
    {
      role: "assistant",
      content: [{ text: "It is a test." }, { cachePoint: { cacheType: "default" } }],
      trackingId: "m-2",
    },
  ],
  parallelCalls: [
    { role: "user", content: [{ text: "Read both." }], trackingId: "m-1" },
    {
      role: "assistant",
      content: [
        { toolUse: { name: "read", toolUseId: "a", input: { path: "a.ts" } } },
        { toolUse: { name: "read", toolUseId: "b", input: { path: "b.ts" } } },
      ],
      trackingId: "m-2",
    },
    {
      role: "user",
      content: [
        { toolResult: { toolUseId: "a", status: "success", content: [{ json: { one: 1 } }] } },
        { toolResult: { toolUseId: "b", status: "error", content: [{ text: "gone" }] } },
        { text: "And now?" },
      ],
      trackingId: "m-3",
    },
  ],
  files: [
    {
      role: "user",
      content: [
        { text: "What is this?" },
        { image: { format: "png", source: { bytes: PIXEL } } },
        { image: { format: "png", source: { url: "https://example.com/a.png" } } },
        { document: { name: "a", format: "pdf", source: { bytes: "JVBERi0=" } } },
        { document: { name: "b", format: "txt", source: { text: "Notes: ä" } } },
      ],
      trackingId: "m-1",
    },
  ],
  reasoning: [
    { role: "user", content: [{ text: "Is it so?" }], trackingId: "m-1" },
    {
      role: "assistant",
      content: [
        { reasoning: { text: "Well …", signature: "c2lnbmVk" } },
        { reasoning: { redactedContent: "c2VhbGVk" } },
        { text: "It is so." },
      ],
      trackingId: "m-2",
    },
  ],
  unknown: [
    {
      role: "user",
      content: [{ guardContent: { text: { text: "Is it safe?", qualifiers: ["query"] } } }],
      trackingId: "m-1",
      metadata: { custom: { level: 3 } },
    },
    {
      role: "assistant",
      content: [{ citations: { citations: [], content: [{ text: "As written." }] } }],
      trackingId: "m-2",
    },
  ],
};
