import type { Subject } from "@cutpoint/conformance";
import { hostRig } from "./rig.ts";

/** The real functions of the SDK, with and without streams, over both of OpenAI's APIs. */
export const subjects: readonly Subject[] = (["Responses", "Chat Completions"] as const).flatMap(
  (api) =>
    [true, false].map((streaming): Subject => ({
      type: "adapter",
      name: `AI SDK: withCompaction, ${api}${streaming ? ", streamed" : ""}`,
      rig: hostRig({ api, streaming }),
    })),
);
