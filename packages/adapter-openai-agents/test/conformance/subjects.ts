import type { Subject } from "@cutpoint/conformance";
import { runnerRig } from "./runner-rig.ts";

/** What of this package the suite looks at: the real runner, with and without streams, over both of OpenAI's APIs. */
export const subjects: readonly Subject[] = (["Responses", "Chat Completions"] as const).flatMap(
  (api) =>
    [true, false].map((streaming): Subject => ({
      type: "adapter",
      name: `OpenAI Agents: withCompaction, ${api}${streaming ? ", streamed" : ""}`,
      rig: runnerRig({ api, streaming }),
    })),
);
