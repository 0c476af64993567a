import type { Subject } from "@cutpoint/conformance";
import { runnerRig } from "./runner-rig.ts";
import { stackRig } from "./stack-rig.ts";
import { summarizerRig } from "./summarizer-rig.ts";

/** The real runner, with and without streams, over both of OpenAI's APIs. */
const runners = (["Responses", "Chat Completions"] as const).flatMap((api) =>
  [true, false].map((streaming): Subject => ({
    type: "adapter",
    name: `OpenAI Agents: withCompaction, ${api}${streaming ? ", streamed" : ""}`,
    rig: runnerRig({ api, streaming }),
  })),
);

const stacks = [true, false].map((streaming): Subject => ({
  type: "adapter",
  name: `OpenAI Agents: runner and session${streaming ? ", streamed" : ""}`,
  rig: stackRig({ api: "Responses", streaming }),
}));

export const subjects: readonly Subject[] = [
  ...runners,
  ...stacks,
  {
    type: "summarizer",
    name: "OpenAI Agents: createAgentsSummarizer",
    rig: summarizerRig,
  },
];
