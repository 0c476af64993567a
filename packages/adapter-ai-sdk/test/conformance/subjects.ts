import type { Subject } from "@cutpoint/conformance";
import { hostRig } from "./rig.ts";
import { sdk6, sdk7 } from "./sdk.ts";
import { summarizerRig } from "./summarizer-rig.ts";

/** The real functions of both versions, with and without streams, over both of OpenAI's APIs. */
const hosts = [sdk7, sdk6].flatMap((sdk) =>
  (["Responses", "Chat Completions"] as const).flatMap((api) =>
    [true, false].map((streaming): Subject => ({
      type: "adapter",
      name: `${sdk.name}: withCompaction, ${api}${streaming ? ", streamed" : ""}`,
      rig: hostRig({ api, sdk, streaming }),
    })),
  ),
);

export const subjects: readonly Subject[] = [
  ...hosts,
  { type: "summarizer", name: "AI SDK: createAiSdkSummarizer", rig: summarizerRig },
];
