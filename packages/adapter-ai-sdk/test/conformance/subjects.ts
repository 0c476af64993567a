import type { Subject } from "@cutpoint/conformance";
import { hostRig } from "./rig.ts";
import { summarizerRig } from "./summarizer-rig.ts";

/** The real functions of the SDK, with and without streams, over both of OpenAI's APIs. */
const hosts = (["Responses", "Chat Completions"] as const).flatMap((api) =>
  [true, false].map((streaming): Subject => ({
    type: "adapter",
    name: `AI SDK: withCompaction, ${api}${streaming ? ", streamed" : ""}`,
    rig: hostRig({ api, streaming }),
  })),
);

export const subjects: readonly Subject[] = [
  ...hosts,
  { type: "summarizer", name: "AI SDK: createAiSdkSummarizer", rig: summarizerRig },
];
