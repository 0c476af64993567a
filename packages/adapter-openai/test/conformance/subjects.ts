import type { Subject } from "@cutpoint/conformance";
import { chat } from "./chat.ts";
import { responses } from "./responses.ts";
import { hostRig } from "./rig.ts";

/** The real client of the SDK over both of OpenAI's APIs, with and without streams. */
export const subjects: readonly Subject[] = [true, false].flatMap((streaming): Subject[] => {
  const suffix = streaming ? ", streamed" : "";
  const name = "OpenAI SDK: withCompaction";
  return [
    { type: "adapter", name: `${name}, Responses${suffix}`, rig: hostRig(responses, streaming) },
    { type: "adapter", name: `${name}, Chat Completions${suffix}`, rig: hostRig(chat, streaming) },
  ];
});
